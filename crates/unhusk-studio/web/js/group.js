// @ts-check
/** Makes a sub-record of some fields: an offer within a product, a comment within a post. */

import { button, el } from "./dom.js";
import { openDialog } from "./dialog.js";
import { badge } from "./look.js";

/** @param {import("./types.js").Studio} studio */
export function openGroup({ store, actions }) {
  const task = store.state.task;
  const { body, foot, close } = openDialog("Make a sub-record", {
    intro: "Fields that belong together and come several times within one record.",
  });
  const name = el("input", { placeholder: "offers", spellcheck: "false" });
  const boxes = (task?.fields ?? []).map((field) => {
    const box = el("input", { type: "checkbox", value: field.id, checked: field.id === task?.current });
    return { box, row: el("label", { class: "check" }, box, badge(task, field.id), field.name) };
  });
  const make = () => {
    const fields = boxes.filter(({ box }) => box.checked).map(({ box }) => Number(box.value));
    const title = name.value.trim();
    if (!title) return name.focus();
    if (fields.length === 0) return boxes[0]?.box.focus();
    close();
    void actions.act({ act: "group", fields, name: title });
  };
  body.append(
    el("label", { class: "stacked" }, "Name", name),
    el("fieldset", {}, el("legend", {}, "Fields"), ...boxes.map(({ row }) => row)),
  );
  foot.append(button("Make it", make, { class: "primary", disabled: store.readonly() }));
  name.focus();
}
