// The pages of a table without a network: prefetched, and shown in place of the current page when the network fails.
// Over HTTPS the service worker (sw.js) caches the same pages, so that they can be opened again later; over plain HTTP copies live as
// long as the page is open. The pages of a table load this script; #queue holds its settings and texts.

/** The element with the settings and texts of the queue. It stays in the document when another page is shown. */
export const strip = document.getElementById("queue");
const copies = new Map(); // address → { text, state }
// The outcome of the last request: "answered", "busy" (429), "error" (a server error) or "none" (no network, or another site).
export let connection = "answered";
const COPY_TIMEOUT_MS = 3000; // timeout of a request if there is a copy of the page
const TIMEOUT_MS = 12000; // and if there is none
const PREFETCH_DELAY_MS = 1000; // prefetching starts after the page itself has loaded
const RETRY_MS = 15000; // before a failed prefetch is tried again

/** Store the outcome of a request, and dispatch the event "connection" if it has changed. */
function setConnection(outcome) {
  if (connection === outcome) return;
  connection = outcome;
  document.dispatchEvent(new Event("connection"));
}

/** The outcome for a status; 511 is a network with a login page. */
function outcomeOf(status, isOurs) {
  if (status >= 500 && status !== 511) return "error";
  if (status === 429) return "busy";
  return isOurs ? "answered" : "none";
}

/** Fetch and parse a page; null after a server error, without a network, or if the response is not a page of this site. */
export async function fetchPage(address, options = {}, timeout = TIMEOUT_MS) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeout);
  try {
    const answer = await fetch(address, { ...options, signal: controller.signal });
    const text = await answer.text();
    const page = parsePage(text);
    // A public network may answer with its login page; all pages of this site have #queue.
    const isOurs = Boolean(page.getElementById("queue"));
    setConnection(outcomeOf(answer.status, isOurs));
    return isOurs && connection !== "error" ? { address: answer.url, status: answer.status, ok: answer.ok, text, page } : null;
  } catch {
    setConnection("none");
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function parsePage(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

/** An absolute address without its fragment. */
export function withoutFragment(address) {
  return new URL(address, location).href.split("#")[0];
}

/** The page of an address, from the network or else its copy; null if there is neither. */
export async function getPage(address) {
  const copy = copies.get(address);
  const answer = await fetchPage(address, {}, copy ? COPY_TIMEOUT_MS : TIMEOUT_MS);
  if (answer?.ok) copies.set(answer.address, { ...copy, text: answer.text });
  return answer ?? (copy && { address, text: copy.text, page: parsePage(copy.text), isCopy: true });
}

/** Store a page as the copy of an address. */
export function storeCopy(address, text) {
  copies.set(withoutFragment(address), { text });
}

/** Replace the current page by another one. The strip and its line stay, so that screen readers announce only their changes. */
export function showPage(page, address, { isNew = true } = {}) {
  if (isNew && address !== location.href) history.pushState(null, "", address);
  document.title = page.title;
  document.body.className = page.body.className;
  document.documentElement.lang = page.documentElement.lang;
  for (const name of ["table", "home"]) strip.dataset[name] = page.getElementById("queue").dataset[name] ?? "";
  page.getElementById("queue-line").replaceWith(document.getElementById("queue-line"));
  for (const node of [...document.body.childNodes]) if (node !== strip) removeWithAnswers(node);
  const nodes = [...page.body.childNodes];
  const index = nodes.findIndex((node) => node.id === "queue");
  strip.before(...nodes.slice(0, index));
  strip.after(...nodes.slice(index + 1));
  window.htmx.process(document.body);
  scrollTo(0, 0);
  document.getElementById("main").focus({ preventScroll: true });
  ignoreSecondTap();
  shownAddress = withoutFragment(location.href);
  document.dispatchEvent(new Event("shown"));
}

/** Remove a part of the page; the answer to a poll that it has sent must not change the next page. */
function removeWithAnswers(node) {
  node.addEventListener("htmx:beforeSwap", (event) => event.preventDefault());
  node.remove();
}

let shownAddress = withoutFragment(location.href);

// A second tap at the same place, just after a page was exchanged, was meant for the old page and is ignored.

const IGNORE_TAP_MS = 250; // after a page was exchanged
const TAP_RADIUS_PX = 40;
let lastTap = null; // the last click of a pointer
let settlingTimer = null; // the timer after which buttons can be pressed again
let ignoredTap = null; // the click whose repetition is ignored, with the time until which it is

/** Ignore a tap at the place of the last one for a moment. */
export function ignoreSecondTap() {
  ignoredTap = lastTap && { ...lastTap, until: performance.now() + IGNORE_TAP_MS };
  if (!ignoredTap) return;
  document.documentElement.classList.add("settling");
  clearTimeout(settlingTimer);
  settlingTimer = setTimeout(() => document.documentElement.classList.remove("settling"), IGNORE_TAP_MS);
}

document.addEventListener(
  "click",
  (event) => {
    if (!event.isTrusted || !event.detail) return; // by keyboard, or by a script
    const { clientX: x, clientY: y } = event;
    if (ignoredTap && performance.now() < ignoredTap.until && Math.hypot(x - ignoredTap.x, y - ignoredTap.y) < TAP_RADIUS_PX) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      lastTap = { x, y };
      ignoredTap = null; // a tap elsewhere is deliberate, and so is the next one
    }
  },
  true,
);

/** Whether all scripts and styles of a page are loaded already. */
function usesLoadedFiles(page) {
  const files = (of) => [...of.querySelectorAll("script[src], link[rel=stylesheet], link[rel=modulepreload]")].map((file) => file.getAttribute("src") ?? file.getAttribute("href"));
  const loaded = files(document);
  const deferred = [...page.querySelectorAll("[data-scripts]")].flatMap((node) => node.dataset.scripts.split(" "));
  return [...files(page), ...deferred].every((file) => loaded.includes(file));
}

/** Open an address: shown in place if it is a copy or needs no other files, otherwise loaded by the browser. */
async function openPage(address, name, isNew = true) {
  const answer = await getPage(withoutFragment(address));
  if (!answer) showFailure("nowhere", { page: name });
  else if (!answer.isCopy && !usesLoadedFiles(answer.page)) location.assign(answer.address);
  else showPage(answer.page, answer.address, { isNew });
}

/** A text of the strip with its parameters: data-waiting="Waiting: {number}". */
export function stripText(name, params = {}) {
  return Object.entries(params).reduce((text, [param, value]) => text.replace(`{${param}}`, value), strip.dataset[name]);
}

/** "Board 5" if an address is that of a board, else undefined. */
export function boardName(address) {
  const board = new URL(address, location).pathname.match(/\/boards\/(\d+)\/$/)?.[1];
  return board && stripText("board", { board });
}

/** Whether there is a copy of an address, so that it can be opened without a network. */
export function hasCopy(address) {
  return copies.has(withoutFragment(address));
}

/** Show a failure ("unsent", or "nowhere" with the name of the page) in the line of the queue, until the line changes. */
export function showFailure(failure, params = {}) {
  const line = document.getElementById("queue-line");
  const text = stripText(`${failure}${connection === "none" ? "None" : "Error"}`, params);
  line.querySelector("[role=status]").textContent = line.querySelector("[data-explanation]").textContent = text;
  line.hidden = false;
}

/** Whether an address is the code form, a table's page, one of its boards, or the choice of the phone's holder. Other pages may
 * show cards, and are never copied. */
function isTablePage(address) {
  const { origin, pathname } = new URL(address, location);
  const pattern = new RegExp(`^${strip.dataset.pages}([^/]+/((side|boards/\\d+)/)?)?$`);
  return origin === location.origin && pattern.test(pathname);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || event.defaultPrevented || !isPlain || link.target || link.hasAttribute("download")) return;
  if (link.getAttribute("href").startsWith("#") || !isTablePage(link.href)) return;
  event.preventDefault();
  openPage(link.href, boardName(link.href) ?? link.textContent.replace(/\s+/g, " ").trim());
});

addEventListener("popstate", () => {
  if (withoutFragment(location.href) !== shownAddress) openPage(location.href, boardName(location.href) ?? stripText("onward"), false);
});

// Forms that the queue does not handle are submitted by the browser. If the last request failed, that would lose the open page, so
// they are sent by fetch, and stay as they are if it fails again.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (["answered", "busy"].includes(connection) || event.defaultPrevented || form.method !== "post" || !isTablePage(form.action)) return;
  event.preventDefault();
  const body = new URLSearchParams(formFields(form, event.submitter));
  form.inert = true; // pressed twice, it is sent once
  const answer = await fetchPage(form.action, { method: "POST", body });
  form.inert = false;
  if (!answer) return showFailure("unsent");
  copies.clear(); // the phone's holder, and so what they may see, may have changed
  showPage(answer.page, answer.address);
});

/** The fields that a form sends, as pairs of name and value, with the button that was pressed. */
export function formFields(form, submitter) {
  const fields = [...new FormData(form)];
  return submitter?.name ? [...fields, [submitter.name, submitter.value]] : fields;
}

/** The links to boards on a page, each with its number and state. */
function boardLinks(page) {
  return [...page.querySelectorAll("a[data-board]")].map((link) => ({
    address: withoutFragment(link.getAttribute("href")),
    number: link.dataset.board,
    state: link.dataset.state,
    isOfRound: "ofRound" in link.dataset,
    isToConfirm: "toConfirm" in link.dataset,
  }));
}

/** The boards on the last copy of the table's page. */
export function boardsOfTable() {
  const home = copies.get(withoutFragment(strip.dataset.home));
  return home ? boardLinks(parsePage(home.text)) : [];
}

/** Fetch a page unless there is a copy with the same state of its board; return whether there is one now. */
async function fetchCopy(address, state) {
  const copy = copies.get(address);
  if (copy && copy.state === state) return true;
  const answer = await fetchPage(address);
  if (answer?.ok) copies.set(address, { text: answer.text, state });
  return Boolean(answer);
}

let prefetchTimer = null;

/** Fetch the table's page, its boards, the choice of the phone's holder, and this page, one after the other. */
async function prefetchPages() {
  clearTimeout(prefetchTimer);
  if (!strip.dataset.home) return;
  const home = withoutFragment(strip.dataset.home);
  let isComplete = await fetchCopy(home);
  const pages = [...boardsOfTable(), { address: withoutFragment(`${home}side/`) }, { address: shownAddress }];
  for (const { address, state } of pages) isComplete = isComplete && (await fetchCopy(address, state ?? copies.get(address)?.state));
  if (isComplete) strip.dataset.kept = "yes";
  else prefetchTimer = setTimeout(prefetchPages, RETRY_MS);
}

function schedulePrefetch() {
  clearTimeout(prefetchTimer);
  prefetchTimer = setTimeout(prefetchPages, PREFETCH_DELAY_MS);
}

/** Discard the copy of the table's page, and prefetch again. */
export function refetchPages() {
  if (strip.dataset.home) copies.delete(withoutFragment(strip.dataset.home));
  schedulePrefetch();
}

/** Register the service worker if the browser supports it, and fetch this page's files again so that it caches them. */
async function registerServiceWorker() {
  if (!navigator.serviceWorker) return;
  const isControlling = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  await navigator.serviceWorker.register(strip.dataset.worker);
  if (!navigator.serviceWorker.controller) await Promise.race([isControlling, new Promise((done) => setTimeout(done, RETRY_MS))]);
  for (const file of document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=modulepreload], link[rel=icon]")) await fetch(file.src || file.href);
}

/** Store the outcome of a failed htmx request, and show it if a form was sent. Polls are repeated anyway. */
function handleFailedRequest(outcome, { requestConfig }) {
  setConnection(outcome);
  if (requestConfig.verb === "post") showFailure("unsent");
}

document.addEventListener("htmx:configRequest", ({ detail }) => (detail.timeout ||= TIMEOUT_MS));
document.addEventListener("htmx:sendError", ({ detail }) => handleFailedRequest("none", detail));
document.addEventListener("htmx:timeout", ({ detail }) => handleFailedRequest("none", detail));
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.xhr.status >= 500) handleFailedRequest(outcomeOf(detail.xhr.status, true), detail);
});
document.addEventListener("htmx:afterOnLoad", ({ detail }) => setConnection(outcomeOf(detail.xhr.status, true)));
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "news" || refetchPages());
document.addEventListener("shown", schedulePrefetch);
addEventListener("online", schedulePrefetch);
addEventListener("load", () => setTimeout(() => registerServiceWorker().catch(() => undefined).then(prefetchPages), PREFETCH_DELAY_MS));
