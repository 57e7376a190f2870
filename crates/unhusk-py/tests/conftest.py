"""What several tests share."""

from __future__ import annotations

import shop
import pytest

import unhusk


@pytest.fixture(scope="session")
def items() -> unhusk.Wrapper:
    """A wrapper for the pages of items, learnt from two of them."""
    return unhusk.learn(shop.LABELS)


@pytest.fixture(scope="session")
def mugs() -> unhusk.Wrapper:
    """A wrapper for small lists of products."""
    page = shop.table(("Mug", "12"), ("Tray", "30"), ("Cup", "7"))
    return unhusk.like(page, name="Mug", price="12").wrapper
