// @ts-check
/** Talks to the server: token, window id, errors, the stream of events. */

const TOKEN_KEY = "unhusk-token";
const WINDOW_KEY = "unhusk-window";

/** An answer of the server that says what went wrong and what to do. */
export class ApiError extends Error {
  /**
   * @param {string} say
   * @param {string} offer
   * @param {string} kind  "gone" if the server did not answer at all
   */
  constructor(say, offer, kind) {
    super(say);
    this.offer = offer;
    this.kind = kind;
  }
}

/** The token from the address (removed from it at once) or from this tab's memory. */
function readToken() {
  const fromAddress = new URLSearchParams(location.hash.slice(1)).get("token");
  if (fromAddress) {
    sessionStorage.setItem(TOKEN_KEY, fromAddress);
    history.replaceState(null, "", location.pathname);
  }
  return fromAddress ?? sessionStorage.getItem(TOKEN_KEY) ?? "";
}

/** An id that stays with this tab over reloads. */
function readWindow() {
  const id = sessionStorage.getItem(WINDOW_KEY) ?? crypto.randomUUID();
  sessionStorage.setItem(WINDOW_KEY, id);
  return id;
}

/**
 * One event of a text/event-stream block.
 * @param {string} block
 * @returns {{ event: string, data: string }}
 */
function parseEvent(block) {
  const lines = block.split("\n").map((line) => line.replace(/\r$/, ""));
  /** @param {string} name */
  const values = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ""));
  return { event: values("event").at(-1) ?? "message", data: values("data").join("\n") };
}

export class Api {
  #token = readToken();
  #window = readWindow();

  /** Without a token nothing can be asked. */
  get hasToken() {
    return this.#token !== "";
  }

  /**
   * @param {string} path
   * @returns {Promise<any>}
   */
  async get(path) {
    return (await this.#send(path, {})).json();
  }

  /**
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>} null if the answer has no body
   */
  async post(path, body = {}) {
    const text = await (await this.#post(path, body)).text();
    return text ? JSON.parse(text) : null;
  }

  /**
   * @param {string} path
   * @param {object} body
   * @returns {Promise<{ blob: Blob, file: string, records: number, failed: number }>}
   */
  async file(path, body) {
    const answer = await this.#post(path, body);
    return {
      blob: await answer.blob(),
      file: answer.headers.get("X-Unhusk-File") ?? "export",
      records: Number(answer.headers.get("X-Unhusk-Records") ?? 0),
      failed: Number(answer.headers.get("X-Unhusk-Failed") ?? 0),
    };
  }

  /** @param {string} path @param {object} body */
  #post(path, body) {
    return this.#send(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  }

  /**
   * @param {string} path
   * @param {RequestInit} init
   */
  async #send(path, init) {
    const headers = { ...init.headers, Authorization: `Bearer ${this.#token}`, "X-Unhusk-Window": this.#window };
    const answer = await fetch(path, { ...init, headers }).catch(() => {
      throw new ApiError("The studio's server does not answer.", "Start it again, or wait.", "gone");
    });
    if (!answer.ok) throw await readError(answer);
    return answer;
  }

  /**
   * The events of the server, until the stream ends.
   * @param {() => void} opened
   * @returns {AsyncGenerator<{ event: string, data: string }>}
   */
  async *events(opened) {
    const answer = await this.#send("/api/events", {});
    if (!answer.body) return;
    opened();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (rest + part.value).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield parseEvent(block);
    }
  }
}

/**
 * @param {Response} answer
 * @returns {Promise<ApiError>}
 */
async function readError(answer) {
  const error = (await answer.json().catch(() => null))?.error;
  return new ApiError(
    error?.say ?? `The server answered ${answer.status} to ${new URL(answer.url).pathname}.`,
    error?.offer ?? "Try again; if it stays, restart the studio.",
    error?.kind ?? "unknown",
  );
}
