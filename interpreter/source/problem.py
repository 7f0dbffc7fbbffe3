"""What goes wrong before there is a place in a text to point at."""


class SourceProblem(Exception):
    """A text could not be had. Whoever asked for it knows the place: link makes a diagnostic of it, `cli` a message.

    `name` is what was asked for and `candidates` what there is instead, for "did you mean".
    """

    def __init__(self, code: str, message: str, name: str = "", candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.name = name
        self.candidates = candidates
