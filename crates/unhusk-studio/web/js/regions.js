// @ts-check
/** Repeating parts that were found before the first click: a chip previews its part, a click takes it. */

import { el } from "./dom.js";

/**
 * @param {import("./types.js").Studio} studio
 * @param {import("./types.js").Region[]} regions
 */
export function regionChips({ actions, frame, store }, regions) {
  /** @param {number[][]} boxes */
  const preview = (boxes) => frame.send({ t: "regions", boxes });
  return regions.map((region) => {
    const about = `${region.columns.join(", ")}. First: ${region.sample.join(" · ")}`;
    const show = () => preview(region.boxes);
    const hide = () => preview([]);
    const take = () => {
      hide();
      void actions.act({ act: "take", region: region.i });
    };
    return el(
      "button",
      {
        type: "button",
        class: "region-chip",
        "data-key": `region ${region.i}`,
        title: about,
        "aria-description": about,
        disabled: store.readonly(),
        onmouseenter: show,
        onmouseleave: hide,
        onfocus: show,
        onblur: hide,
        onclick: take,
      },
      region.say,
    );
  });
}

/** Moves the focus to the next chip (`]`) or the one before. @param {1 | -1} way */
export function focusChip(way) {
  const chips = [...document.querySelectorAll(".region-chip")];
  const at = chips.findIndex((chip) => chip === document.activeElement);
  const next = chips.at(at < 0 ? (way === 1 ? 0 : -1) : (at + way) % chips.length);
  if (next instanceof HTMLElement) next.focus();
}
