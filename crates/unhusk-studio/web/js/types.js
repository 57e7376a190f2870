// @ts-check
/**
 * Shapes of everything that crosses the wire (see CONTRACT.md) and of the state of the app.
 * This file holds types only.
 */

/**
 * @typedef {{ node: number, start?: number, to?: number, end?: number, attr?: string }} Place
 *   A whole node, a part of a text node (UTF-16 offsets; with `to` it ends in that later text node), or an attribute of an element.
 *
 * @typedef {"similar" | "only" | "looser"} Scope
 * @typedef {"ok" | "fewer" | "more" | "none" | "error" | "unread"} PageState
 * @typedef {{ name: string, about: string }} Method
 * @typedef {{ name: string, ending: string, needs_class: boolean }} Format
 *
 * @typedef {object} Hello
 * @property {string} frame
 * @property {string} version
 * @property {string} folder
 * @property {boolean} readonly
 * @property {Method[]} method
 * @property {Format[]} formats
 * @property {string[]} types
 *
 * @typedef {object} PageInfo
 * @property {number} i
 * @property {string} name
 * @property {string | null} url
 * @property {number} bytes
 * @property {number | null} records
 * @property {PageState} state
 * @property {string | null} note
 * @property {number} plus
 * @property {number} minus
 *
 * @typedef {object} Field
 * @property {number} id
 * @property {string} name
 * @property {string | null} type
 * @property {string | null} property
 * @property {string | null} attribute
 * @property {boolean} list
 * @property {number} here
 * @property {number} records
 * @property {number} all
 * @property {number} doubtful
 * @property {string | null} guess
 * @property {string | null} parent
 *
 * @typedef {{ n: number, say: string, effect: string }} Step
 * @typedef {{ ok: boolean, wrapper: string | null, unsaved_changes: boolean, error: string | null }} Saved
 * @typedef {object} Rule
 * @property {string | null} class  null as long as nothing was learnt
 * @property {string} short
 * @property {string[]} words
 * @property {string[]} why
 * @property {{ right: number, of: number } | null} fits  labelled pages that are read as labelled
 * @property {number} readings
 *
 * @typedef {{ page: number, field: number, place: Place, text: string, say: string }} Question
 * @typedef {{ do: Act, say: string }} Offer
 * @typedef {{ kind: string, say: string, details: string[], offer: Offer[] }} Problem
 * @typedef {{ page: string, field: string, quote: string, why: string }} Orphan
 *
 * @typedef {object} Task
 * @property {number} version
 * @property {string} name
 * @property {string} folder
 * @property {boolean} readonly
 * @property {Saved} saved
 * @property {{ at: number, steps: Step[] }} history
 * @property {PageInfo[]} pages
 * @property {string} method
 * @property {Scope} scope
 * @property {{ class: string | null, here: number, all: number }} record
 * @property {Field[]} fields
 * @property {number | null} current
 * @property {Rule | null} rule
 * @property {{ ms: number, labels: number, pages: number } | null} learnt
 * @property {{ added: number, removed: number } | null} change
 * @property {string} next
 * @property {Question | null} question
 * @property {Problem | null} problem
 * @property {Orphan[]} orphans
 */

/**
 * @typedef {object} Tree  A page, flat and in document order; node ids are indexes.
 * @property {number} n
 * @property {string[]} names
 * @property {number[]} kind
 * @property {number[]} parent
 * @property {number[]} name
 * @property {Record<string, string>} text
 * @property {Record<string, string[]>} attrs
 *
 * @typedef {object} PageData
 * @property {number} i
 * @property {string} name
 * @property {string | null} url
 * @property {string} title
 * @property {number} words
 * @property {string | null} truncated
 * @property {string[]} notes
 * @property {string[]} css
 * @property {Tree} tree
 *
 * @typedef {{ text: string, places: Place[], sure: number | null, doubt: boolean, only?: "now" | "other" }} Value
 *   `only` is set by the app, for the frame: read by one of two learners that are compared.
 * @typedef {{ field: number, values: Value[] }} Cell
 * @typedef {{ box: number[], cells: Cell[] }} MarkedRecord
 * @typedef {{ id: number, field: number, sign: "+" | "-", place: Place, text: string }} Label
 * @typedef {{ field: number, place: Place, text: string }} Disputed
 *
 * @typedef {object} Marks
 * @property {number} page
 * @property {number} version
 * @property {boolean} stale
 * @property {MarkedRecord[]} records
 * @property {Label[]} labels
 * @property {Disputed[]} disputed
 *
 * @typedef {{ node: number, count: number, places: Place[] }} Ghost
 * @typedef {{ i: number, say: string, count: number, columns: string[], boxes: number[][], sample: string[] }} Region
 *
 * @typedef {object} NodeInfo
 * @property {{ node: number, tag: string }[]} path
 * @property {[string, string][]} attributes
 * @property {string} text
 * @property {string} source
 * @property {number} line
 * @property {{ name: string, type: string | null } | null} guess
 *
 * @typedef {{ text: string, spans: [number, number, number][] }} Source
 * @typedef {{ term: string, about: string }} Term
 *
 * @typedef {{ page: number, method: string, records: MarkedRecord[], before?: MarkedRecord[] }} OtherReading
 *   What another learner reads; `before`: beside that of the saved wrapper, not beside what is read now.
 *
 * @typedef {object} CompareRow
 * @property {string} method
 * @property {string | null} class
 * @property {string | null} fits
 * @property {number} here
 * @property {number} all
 * @property {number | null} agrees
 * @property {number | null} learn_ms
 * @property {number | null} read_ms
 * @property {number | null} size
 * @property {number | null} survives
 * @property {string} say
 * @property {string | null} error
 *
 * @typedef {"healthy" | "drift" | "unsure"} Health
 * @typedef {{ name: string, health: Health, say: string[], old: string[] | null, new: string[] | null, step: string | null }} DriftField
 * @typedef {{ field: string, certainty: number, values: [string | null, string | null][], say: string }} RepairField
 * @typedef {{ kind: "repaired" | "proposed" | "refused", say: string[], fields: RepairField[] }} Repair
 * @typedef {object} Drift
 * @property {Health} health
 * @property {{ page: number, say: string }[]} pages
 * @property {DriftField[]} fields
 * @property {string[]} [notes]
 * @property {Repair | null} repair
 *
 * @typedef {{ command: string, python: string, css: string | null, css_note: string, labels: string }} Share
 * @typedef {{ job: string, done: number, of: number, rate?: number }} Progress
 * @typedef {object} PagesEvent
 * @property {number} version
 * @property {{ i: number, records: number | null, state: PageState, note: string | null, fields: Record<string, number> }[]} pages
 * @property {number} record_all
 * @property {Record<string, number>} fields_all
 */

/**
 * @typedef {{ act: "click", place: Place, field: number | null, alt: boolean }
 *   | { act: "label", place: Place, field: number | null, sign: "+" | "-" }
 *   | { act: "unlabel", label: number }
 *   | { act: "scope", scope: Scope }
 *   | { act: "field-rename", field: number, name: string }
 *   | { act: "field-delete", field: number }
 *   | { act: "field-move", field: number, to: number }
 *   | { act: "field-type", field: number, type: string | null }
 *   | { act: "field-bind", field: number, property: string | null }
 *   | { act: "field-list", field: number, list: boolean }
 *   | { act: "group", fields: number[], name: string }
 *   | { act: "ungroup", name: string }
 *   | { act: "record-bind", class: string | null }
 *   | { act: "task-rename", name: string }
 *   | { act: "method", method: string }
 *   | { act: "answer", yes: boolean }
 *   | { act: "take", region: number }
 *   | { act: "undo" } | { act: "redo" } | { act: "goto", step: number }
 *   | { act: "save" } | { act: "take-over" }} Act
 */

/**
 * @typedef {"page" | "tree" | "source"} View
 * @typedef {{ up: boolean, retryIn: number, say: string }} Line  The connection to the server, and why it is down.
 *
 * @typedef {object} State
 * @property {Hello | null} hello
 * @property {Task | null} task
 * @property {number} page              index of the page shown
 * @property {PageData | null} data     the page shown
 * @property {import("./page-tree.js").PageTree | null} tree
 * @property {Marks | null} marks       marks of the page shown
 * @property {import("./mark-index.js").MarkIndex | null} index
 * @property {number | null} cursor     node under the pointer or the keyboard
 * @property {number | null} linked     record that is pointed at, on the page or in the table
 * @property {number | null} armed      field chosen by hand for the next click
 * @property {Ghost | null} ghost       what a click at the cursor would match
 * @property {Region[]} regions         repeating parts found without any label
 * @property {import("./difference.js").Shown | null} other  another learner's reading, shown beside the present one
 * @property {View} view
 * @property {boolean} css              the page's own style sheets are on
 * @property {number} zoom              of the page, 1 = 100 %
 * @property {boolean} bare             highlights are off
 * @property {boolean} busy
 * @property {Progress | null} progress
 * @property {Line} line
 * @property {boolean} dark
 * @property {boolean} letters          keys of one letter are on
 */

/**
 * @typedef {object} Studio  What every part of the screen is given.
 * @property {import("./api.js").Api} api
 * @property {import("./store.js").Store} store
 * @property {import("./actions.js").Actions} actions
 * @property {import("./frame.js").Frame} frame
 * @property {import("./chip.js").Chip} chip
 * @property {import("./keys.js").Keys} keys
 */

export {};
