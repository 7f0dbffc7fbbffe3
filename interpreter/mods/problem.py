"""What is wrong with a mod."""


class ModProblem(Exception):
    """A mod cannot be read, packed or unpacked, in whole sentences. Nothing was written."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
