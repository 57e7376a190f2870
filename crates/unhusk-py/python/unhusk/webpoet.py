"""Wrappers as page objects of web-poet, which scrapy-poet and others run."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from itemadapter import ItemAdapter
from web_poet import WebPage, validates_input
from web_poet.exceptions import UseFallback
from web_poet.fields import get_fields_dict, item_from_fields

from unhusk._page import Page
from unhusk._records import Records
from unhusk._wrapper import Wrapper

__all__ = ["WrapperPage"]

ItemT = TypeVar("ItemT")


class WrapperPage(WebPage[ItemT]):
    """A page object whose item is the first record that a wrapper reads.

    .. code-block:: python

        class ProductPage(WrapperPage[Product]):
            wrapper = "shop.json"

            @field
            def price(self):
                return float(self.record["price"].lstrip("€"))

    Fields that the class defines take the place of those of the wrapper; they may use :attr:`record`. The item is a dict,
    or of the class in brackets. For a page without records, ``to_item`` raises ``web_poet.exceptions.UseFallback``.
    """

    #: The wrapper, or the path of its file.
    wrapper: ClassVar[Wrapper | str | Path]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        wrapper = cls.__dict__.get("wrapper")
        if isinstance(wrapper, (str, Path)):
            cls.wrapper = Wrapper.load(wrapper)

    @cached_property
    def page(self) -> Page:
        """The page, decoded as web-poet decodes it."""
        source = self.response.text.encode("utf-8", "surrogatepass")
        return Page(source, encoding="utf-8", url=str(self.response.url))

    @cached_property
    def records(self) -> Records:
        """All records of the page, links as whole URLs."""
        wrapper = getattr(type(self), "wrapper", None)
        if not isinstance(wrapper, Wrapper):
            raise TypeError(f"{type(self).__name__} needs a class attribute `wrapper`: a wrapper, or the path of its file")
        return wrapper.extract(self.page, absolute=True)

    @property
    def record(self) -> dict[str, Any]:
        """The first record of the page."""
        records = self.records
        if not records:
            raise UseFallback(f"the wrapper reads no record on {self.response.url}")
        return records[0]

    @validates_input
    async def to_item(self) -> Any:
        """The item: the fields of the first record, and those of the class."""
        values = dict(self.record)
        if get_fields_dict(self):
            values |= await item_from_fields(self, item_cls=dict)
        if self._get_skip_nonitem_fields():
            names = ItemAdapter.get_field_names_from_class(self.item_cls)
            values = {name: values[name] for name in names or values if name in values}
        return self.item_cls(**values)
