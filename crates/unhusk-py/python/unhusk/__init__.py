"""Learns to extract records from the pages of a website, given a few values of one page."""

from unhusk._unhusk import LoadError, Page, Value
from unhusk._batch import Batch
from unhusk._records import Records
from unhusk._wrapper import Field, Wrapper

__all__ = ["Batch", "Field", "LoadError", "Page", "Records", "Value", "Wrapper"]
