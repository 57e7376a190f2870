// @ts-check
/** What the record and its fields mean, in terms of a vocabulary; the result is shown as JSON-LD at once. */

import { el, fill } from "./dom.js";
import { failure, openDialog } from "./dialog.js";
import { badge } from "./look.js";
import { comboBox } from "./combo.js";

/** @param {import("./types.js").Studio} studio */
export function openMeaning(studio) {
  const { store, actions } = studio;
  const { body } = openDialog("Meaning", {
    wide: true,
    intro: "Names that others know too: terms of schema.org, or any address (IRI). Needed for JSON-LD and other linked data.",
  });
  const preview = el("div", { class: "preview" });
  const terms = el("div", { class: "terms" });
  body.append(el("div", { class: "meaning" }, terms, preview));

  /** @param {import("./types.js").Act} act */
  const bind = async (act) => {
    await actions.act(act);
    await drawPreview(studio, preview);
  };
  const task = store.state.task;
  terms.append(
    termRow(
      el("b", {}, "Record"),
      comboBox("Class of the record", task?.record.class ?? "", searchTerms(studio, "class"), (term) =>
        bind({ act: "record-bind", class: term || null }),
      ),
    ),
    ...(task?.fields ?? []).map((field) =>
      termRow(
        el("span", {}, badge(task, field.id), " ", field.name),
        comboBox(`Property of ${field.name}`, field.property ?? "", searchTerms(studio, "property"), (term) =>
          bind({ act: "field-bind", field: field.id, property: term || null }),
        ),
      ),
    ),
  );
  void drawPreview(studio, preview);
}

/** @param {HTMLElement} name @param {HTMLElement} control */
function termRow(name, control) {
  return el("div", { class: "term-row" }, name, control);
}

/** @param {import("./types.js").Studio} studio @param {"class" | "property"} kind */
function searchTerms({ api, store }, kind) {
  return async (/** @type {string} */ text) => {
    const query = new URLSearchParams({ text, kind });
    const { record } = store.state.task ?? {};
    if (kind === "property" && record?.class) query.set("class", record.class);
    const { terms } = /** @type {{ terms: import("./types.js").Term[] }} */ (await api.get(`/api/vocabulary?${query}`));
    return terms.toSorted((a, b) => Number(beginsWith(b, text)) - Number(beginsWith(a, text)));
  };
}

/** Does the name of a term, or its name without the prefix, begin so? @param {import("./types.js").Term} term @param {string} text */
function beginsWith({ term }, text) {
  const wanted = text.toLowerCase();
  const name = term.toLowerCase();
  return name.startsWith(wanted) || name.slice(name.indexOf(":") + 1).startsWith(wanted);
}

const RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/**
 * JSON-LD to read: the node of the class, which stands behind those that say where it is from, and the whole file.
 * @param {string} text
 * @param {string} wanted class
 * @returns {{ node: string, whole: string | null }}
 */
function readable(text, wanted) {
  try {
    const file = JSON.parse(text);
    const whole = JSON.stringify(file, null, 2);
    const node = nodeOfClass(file, wanted);
    return node ? { node: JSON.stringify(shorten(node, file["@context"] ?? {}), null, 2), whole } : { node: whole, whole: null };
  } catch {
    return { node: text, whole: null };
  }
}

/** @param {any} node @returns {string[]} */
const typesOf = (node) => [node["@type"] ?? node[RDF_TYPE] ?? []].flat().map((type) => type["@id"] ?? type);

/** @param {any} file @param {string} wanted @returns {object | undefined} */
function nodeOfClass(file, wanted) {
  const prefixes = file["@context"] ?? {};
  /** @param {string} term */
  const expand = (term) => term.replace(/^([^:]*):(?!\/\/)/, (all, prefix) => prefixes[prefix] ?? all);
  return [file["@graph"] ?? file].flat().find((node) => typesOf(node).map(expand).includes(expand(wanted)));
}

/**
 * The same node in the short form of JSON-LD: names with the prefixes of the file, single values without brackets.
 * @param {Record<string, any>} node
 * @param {Record<string, string>} prefixes
 */
function shorten(node, prefixes) {
  /** @param {string} name */
  const short = (name) => {
    const [prefix, base] = Object.entries(prefixes).find(([, start]) => name.startsWith(start)) ?? ["", ""];
    return base ? `${prefix}:${name.slice(base.length)}` : name;
  };
  /** @param {any} value */
  const plain = (value) => (value?.["@value"] !== undefined && Object.keys(value).length === 1 ? value["@value"] : value);
  /** @param {any} values */
  const one = (values) => (Array.isArray(values) && values.length === 1 ? plain(values[0]) : values);
  const { "@id": id, "@type": _type, [RDF_TYPE]: _rdfType, ...rest } = node;
  const members = Object.entries(rest).map(([name, values]) => [short(name), one(values)]);
  return { "@id": id, "@type": one(typesOf(node).map(short)), ...Object.fromEntries(members) };
}

/** @param {import("./types.js").Studio} studio @param {HTMLElement} preview */
async function drawPreview({ api, store }, preview) {
  const format = store.state.hello?.formats.find(({ name, ending }) => /json-?ld/i.test(name) || ending === "jsonld");
  if (!format) return fill(preview, el("p", { class: "quiet" }, "This build cannot write JSON-LD."));
  const wanted = store.state.task?.record.class;
  if (!wanted)
    return fill(preview, el("p", { class: "quiet" }, "Choose a class for the record to see its first record as JSON-LD."));
  try {
    const { text, note } = await api.get(`/api/preview?format=${encodeURIComponent(format.name)}&rows=1&page=${store.state.page}`);
    const { node, whole } = readable(text ?? "", wanted);
    fill(
      preview,
      el("div", { class: "quiet" }, "First record as JSON-LD"),
      el("pre", { tabindex: 0, "aria-label": "JSON-LD" }, node),
      whole !== null &&
        el(
          "details",
          { class: "fold" },
          el("summary", {}, "The file as it is written"),
          el("pre", { tabindex: 0, "aria-label": "JSON-LD, the whole file" }, whole),
        ),
      note && el("p", { class: "notice" }, note),
    );
  } catch (reason) {
    fill(preview, failure(reason));
  }
}
