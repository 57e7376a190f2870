"""The example shop: its pages, and what stands on them as a person reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
SHOP = EXAMPLES / "shop"

#: The labels of the shop.
LABELS = SHOP / "items.json"

IMAGES = "https://clay.example/img"

#: What a reader sees on each page of an item.
ITEMS: dict[str, dict[str, Any]] = {
    "blue-mug": {
        "name": "Blue mug",
        "price": "€12.00",
        "volume": "0.35 l",
        "tags": ["stoneware", "dishwasher"],
        "image": f"{IMAGES}/blue-mug-large.jpg",
    },
    "oak-tray": {
        "name": "Oak tray",
        "price": "€30.00",
        "volume": None,
        "tags": ["wood", "gift"],
        "image": f"{IMAGES}/oak-tray-large.jpg",
    },
    "red-cup": {
        "name": "Red cup",
        "price": "€7.50",
        "volume": "0.20 l",
        "tags": ["porcelain"],
        "image": f"{IMAGES}/red-cup-large.jpg",
    },
    "tea-pot": {
        "name": "Tea pot",
        "price": "€34.00",
        "volume": "1.20 l",
        "tags": ["stoneware", "handmade", "gift"],
        "image": f"{IMAGES}/tea-pot-large.jpg",
    },
}


def item(name: str) -> bytes:
    """The page of an item."""
    return (SHOP / "items" / f"{name}.html").read_bytes()


def items() -> list[bytes]:
    """The pages of all items, in the order of :data:`ITEMS`."""
    return [item(name) for name in ITEMS]


def goods(name: str, price: str, old: str = "") -> str:
    """A small page of one product."""
    was = f"<s>{old}</s>" if old else ""
    return f"<html><body><h1>{name}</h1><p>Price: {was}<b>{price}</b></p><p>In stock</p></body></html>"


def table(*rows: tuple[str, str]) -> str:
    """A small list of products."""
    listed = "".join(f"<li><b>{name}</b> <i>{price}</i></li>" for name, price in rows)
    return f"<html><body><ul>{listed}</ul></body></html>"
