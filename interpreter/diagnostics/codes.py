"""Every code there is, and its title. A code names its golden message and its place in the docs.

To add one, add a line, in the group of the stage that reports it.
"""

CODES: dict[str, str] = {
    # source
    "rulebook-not-found": "No such rulebook",
    "library-not-found": "No such library",
    "include-not-found": "No such file to include",
    "include-leaves-folder": "Include leaves the folder",
    "source-too-long": "File too long",
    "source-not-utf8": "Not UTF-8",
    "source-unreadable": "Unreadable file",
    # syntax
    "syntax-error": "Syntax error",
    "unknown-keyword": "Unknown keyword",
    "tab-indent": "Tab in the indentation",
    "unexpected-indent": "Unexpected indentation",
    "inconsistent-dedent": "Indentation that fits no block",
    "too-deep": "Nested too deep",
    "line-too-long": "Line too long",
    "number-too-large": "Number too large",
    "unclosed-text": "Unclosed text",
    "unclosed-parenthesis": "Unclosed parenthesis",
    "unopened-parenthesis": "Parenthesis that closes nothing",
    "strange-character": "Strange character",
    "citation-not-last": "Citation in the middle of a line",
    "bad-citation": "Bad citation",
    # link
    "include-circle": "Include in a circle",
    "variants-conflict": "Variants conflict",
    # model
    "unknown-name": "Unknown name",
    "unknown-kind": "Unknown kind",
    "unknown-zone": "Unknown zone",
    "unknown-property": "Unknown property",
    "declared-twice": "Declared twice",
    "wrong-type": "Wrong type",
    "wrong-arguments": "Wrong arguments",
    "value-changes-game": "Value that changes the game",
    "never-used": "Never used",
    "phase-never-ends": "Phase never ends",
    "phase-never-reached": "Phase never reached",
    "trigger-never-fires": "Trigger never fires",
    "two-rules-replace-one-effect": "Two rules replace one effect",
}
