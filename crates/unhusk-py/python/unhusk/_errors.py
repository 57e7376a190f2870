"""Exceptions and warnings that are raised in Python."""


class RecordError(ValueError):
    """A record that does not fit the class that ``into=`` names.

    ``record`` is its position on the page, ``field`` the path of the field at fault, ``page`` the URL if it is known.
    """

    def __init__(self, message: str, *, record: int, field: str, page: str | None = None) -> None:
        super().__init__(message)
        self.record = record
        self.field = field
        self.page = page


class LabelWarning(UserWarning):
    """A label that did not stop learning, but that may be wrong."""
