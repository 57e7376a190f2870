/**
 * A stand-in for the studio's two servers, for tests of the page frame alone: S (the studio's page, here an empty one that
 * keeps what the frame says) and F (the frame), with the headers of CONTRACT.md, and a canary that counts who calls it.
 *
 * Query of S: `guard=all` (as shipped), `agent` (no policy, no sandbox: only the agent's refusals), `policy` (the agent's
 * refusals switched off by patching its text: only the content security policy), `none` (to see that attacks work at all).
 */
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";

const frameFolder = new URL("../../web/frame/", import.meta.url);
const read = (name) => readFileSync(new URL(name, frameFolder), "utf8");

const studioPolicy = (frame) =>
  `default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src ${frame}; object-src 'none'; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'";

const framePolicy = (studio, nonce) =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'; ` +
  `frame-ancestors ${studio}; sandbox allow-scripts`;

/** The agent without its refusals. Fails if the agent's text changed, so that no test passes by not switching them off. */
function withoutRefusals(agent) {
  const patches = [
    ["function safeValue(tag, name, value) {", "function safeValue(tag, name, value) { return value;"],
    ["function cleanCss(css) {", "function cleanCss(css) { return css;"],
    ["function elementFor(name, local, tag) {", "function elementFor(name, local, tag) { tag = '';"],
    ["function cancel(event) {", "function cancel(event) { return;"],
    ["function keepFocus(event) {", "function keepFocus(event) { return;"],
  ];
  return patches.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`the agent has not exactly one \`${from}\``);
    return text.replace(from, to);
  }, agent);
}

function frameHtml(nonce, guard) {
  const agent = guard === "policy" || guard === "none" ? withoutRefusals(read("agent.js")) : read("agent.js");
  return read("frame.html")
    .replace("<!--CSS-->", () => `<style>${read("frame.css")}</style>`)
    .replace("<!--AGENT-->", () => `<script nonce="${nonce}">${agent}</script>`);
}

const studioHtml = (frame, guard) => `<!doctype html><meta charset="utf-8"><title>mock studio</title>
<link rel="stylesheet" href="/mock.css">
<button id="own">studio's own button</button>
<iframe id="frame" title="Page" ${guard === "all" ? 'sandbox="allow-scripts"' : ""} data-address="${frame}/frame?guard=${guard}"></iframe>
<script src="/mock.js"></script>`;

const studioCss = `body { margin: 0; height: 3000px; background: #fff } iframe { position: absolute; inset: 40px 0 auto 0; width: 100%; height: 720px; border: 0; background: #fff }`;

/** The studio's side of the port. `ran` collects what attacks say by `postMessage`. */
const studioJs = `
const mock = (window.mock = { said: [], ran: [], send: (message) => mock.port.postMessage(message) });
addEventListener("message", ({ data }) => mock.ran.push(String(data)));
const frame = document.getElementById("frame");
frame.addEventListener("load", () => {
  if (mock.port) return;
  const { port1, port2 } = new MessageChannel();
  mock.port = port1;
  port1.onmessage = ({ data }) => mock.said.push(data);
  frame.contentWindow.postMessage({ unhusk: "port" }, "*", [port2]);
});
frame.src = frame.dataset.address;`;

function listen(handle) {
  return new Promise((resolve) => {
    const server = createServer(handle);
    server.listen(0, "127.0.0.1", () => resolve({ server, origin: `http://127.0.0.1:${server.address().port}` }));
  });
}

/** Starts S, F and the canary. */
export async function startMock() {
  const calls = [];
  const canary = await listen((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/html" }).end("<script>top.postMessage('ran canary', '*')</script>");
  });
  canary.server.on("connection", () => calls.push("connection"));
  const origins = { S: "", F: "" };
  const frame = await listen((request, response) => {
    const guard = new URL(request.url, "http://x").searchParams.get("guard") ?? "all";
    const nonce = randomBytes(16).toString("hex");
    const policy = guard === "all" || guard === "policy" ? { "content-security-policy": framePolicy(origins.S, nonce) } : {};
    if (!request.url.startsWith("/frame?")) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff", ...policy }).end(frameHtml(nonce, guard));
  });
  const studio = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://x");
    const guard = searchParams.get("guard") ?? "all";
    const policy = guard === "all" || guard === "policy" ? { "content-security-policy": studioPolicy(origins.F) } : {};
    const files = { "/": ["text/html", studioHtml(origins.F, guard)], "/mock.css": ["text/css", studioCss], "/mock.js": ["text/javascript", studioJs] };
    if (!Object.hasOwn(files, pathname)) {
      if (pathname !== "/favicon.ico") calls.push(`studio ${request.method} ${request.url}`);
      return response.writeHead(404).end();
    }
    const [type, body] = files[pathname];
    response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "x-content-type-options": "nosniff", ...policy }).end(body);
  });
  origins.S = studio.origin;
  origins.F = frame.origin;
  return {
    studio: studio.origin,
    frame: frame.origin,
    canary: canary.origin,
    /** What reached the canary since the last time. */
    takeCalls: () => calls.splice(0),
    stop: () => [canary, frame, studio].forEach(({ server }) => server.closeAllConnections() ?? server.close()),
  };
}
