// The pages of a table without a network: fetched beforehand, and shown in place when the network fails.
// Over HTTPS the service worker (sw.js) keeps the same pages, so that they can be closed; over plain HTTP they last as
// long as the page is open. Loaded by the pages of a table, which say in #queue what there is to know.

/** What a table's page says of its queue, and where it is shown: it stays while other pages come and go. */
export const strip = document.getElementById("queue");
const copies = new Map(); // address → { text, state }
// What came of the last request: "answered", "busy" (429), "error" (the site failed) or "none" (no network, or another site).
export let connection = "answered";
const SOON = 3000; // milliseconds the network has while there is a copy
const LATE = 12000; // and while there is none
const CALM = 1000; // what is fetched beforehand lets the page itself come first
const AGAIN = 15000; // before what could not be fetched is tried again

/** Stores what came of a request, and tells whoever shows it by the event "connection" when that has changed. */
function note(outcome) {
  if (connection === outcome) return;
  connection = outcome;
  document.dispatchEvent(new Event("connection"));
}

/** The outcome of an answer; 511 is a network that wants somebody to sign in. */
function outcomeOf(status, isOurs) {
  if (status >= 500 && status !== 511) return "error";
  if (status === 429) return "busy";
  return isOurs ? "answered" : "none";
}

/** What the site answers, read as a page; null where `connection` is "error" or "none", or the answer is no page of ours. */
export async function ask(address, options = {}, patience = LATE) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const answer = await fetch(address, { ...options, signal: stop.signal });
    const text = await answer.text();
    const page = read(text);
    // The network of a bar may answer with a page of its own; ours all carry #queue.
    const isOurs = Boolean(page.getElementById("queue"));
    note(outcomeOf(answer.status, isOurs));
    return isOurs && connection !== "error" ? { address: answer.url, status: answer.status, ok: answer.ok, text, page } : null;
  } catch {
    note("none");
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function read(text) {
  return new DOMParser().parseFromString(text, "text/html");
}

export function plain(address) {
  return new URL(address, location).href.split("#")[0];
}

/** The page of an address, from the network or else as it was when it was fetched; null when there is neither. */
export async function get(address) {
  const copy = copies.get(address);
  const answer = await ask(address, {}, copy ? SOON : LATE);
  if (answer?.ok) copies.set(answer.address, { ...copy, text: answer.text });
  return answer ?? (copy && { address, text: copy.text, page: read(copy.text), isCopy: true });
}

/** Keeps a page as a copy of what is at this address. */
export function keepCopy(address, text) {
  copies.set(plain(address), { text });
}

/** Shows a page in the place of this one. The strip and its line stay: a reader is told of their changes only. */
export function show(page, address, { isNew = true } = {}) {
  if (isNew && address !== location.href) history.pushState(null, "", address);
  document.title = page.title;
  document.body.className = page.body.className;
  document.documentElement.lang = page.documentElement.lang;
  for (const what of ["table", "home"]) strip.dataset[what] = page.getElementById("queue").dataset[what] ?? "";
  page.getElementById("queue-line").replaceWith(document.getElementById("queue-line"));
  for (const node of [...document.body.childNodes]) if (node !== strip) node.remove();
  const nodes = [...page.body.childNodes];
  const place = nodes.findIndex((node) => node.id === "queue");
  strip.before(...nodes.slice(0, place));
  strip.after(...nodes.slice(place + 1));
  window.htmx.process(document.body);
  scrollTo(0, 0);
  document.getElementById("main").focus({ preventScroll: true });
  ignoreSecondTap();
  shownAt = plain(location.href);
  document.dispatchEvent(new Event("shown"));
}

let shownAt = plain(location.href);

// A second tap of an impatient finger, at the place of the first, is not meant for what has just appeared there.

const SETTLING = 250; // milliseconds after a page was exchanged
const FINGER = 40; // pixels
let lastTap = null; // the last click of a pointer
let settled = null; // when the main button shows that it may be tapped
let ignored = null; // the click whose repetition is ignored, and until when

/** Ignores for a moment a tap at the place of the last one: something else is there now. The main button is quiet until then. */
export function ignoreSecondTap() {
  ignored = lastTap && { ...lastTap, until: performance.now() + SETTLING };
  if (!ignored) return;
  document.documentElement.classList.add("settling");
  clearTimeout(settled);
  settled = setTimeout(() => document.documentElement.classList.remove("settling"), SETTLING);
}

document.addEventListener(
  "click",
  (event) => {
    if (!event.isTrusted || !event.detail) return; // a key of the keyboard, or a script
    const { clientX: x, clientY: y } = event;
    if (ignored && performance.now() < ignored.until && Math.hypot(x - ignored.x, y - ignored.y) < FINGER) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      lastTap = { x, y };
      ignored = null; // a tap elsewhere is meant, and so is the next one
    }
  },
  true,
);

/** Whether a page needs no script or style but those that are here already. */
function fits(page) {
  const files = (of) => [...of.querySelectorAll("script[src], link[rel=stylesheet], link[rel=modulepreload]")].map((file) => file.getAttribute("src") ?? file.getAttribute("href"));
  const here = files(document);
  const later = [...page.querySelectorAll("[data-scripts]")].flatMap((each) => each.dataset.scripts.split(" "));
  const wanted = [...files(page), ...later];
  return wanted.every((file) => here.includes(file));
}

async function go(address, isNew = true) {
  const answer = await get(plain(address));
  if (!answer) tell("nowhere");
  else if (!answer.isCopy && !fits(answer.page)) location.assign(answer.address);
  else show(answer.page, answer.address, { isNew });
}

/** A sentence of the strip with its gaps filled: data-waiting="Waiting: {number}". */
export function sentence(name, gaps = {}) {
  return Object.entries(gaps).reduce((said, [gap, value]) => said.replace(`{${gap}}`, value), strip.dataset[name]);
}

/** Says in the line of the queue that something failed ("unsent", "nowhere"), until there is other news. */
export function tell(what) {
  const line = document.getElementById("queue-line");
  const said = sentence(`${what}${connection === "none" ? "None" : "Error"}`);
  line.querySelector("[role=status]").textContent = line.querySelector("[data-explanation]").textContent = said;
  line.hidden = false;
}

/** A page to type a code, a table's own, its boards, or who holds the phone. Others may show cards, and are never kept. */
function isOurs(address) {
  const { origin, pathname } = new URL(address, location);
  const known = new RegExp(`^${strip.dataset.pages}([^/]+/((side|boards/\\d+)/)?)?$`);
  return origin === location.origin && known.test(pathname);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || event.defaultPrevented || !isPlain || link.target || link.hasAttribute("download")) return;
  if (link.getAttribute("href").startsWith("#") || !isOurs(link.href)) return;
  event.preventDefault();
  go(link.href);
});

addEventListener("popstate", () => {
  if (plain(location.href) !== shownAt) go(location.href, false);
});

// Other forms of a table's pages than those the queue keeps send themselves. Where the site was out of reach just now that would
// lose the open page, so they are sent from here, and stay as they are if it still is.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (["answered", "busy"].includes(connection) || event.defaultPrevented || form.method !== "post" || !isOurs(form.action)) return;
  event.preventDefault();
  const body = new URLSearchParams(sentBy(form, event.submitter));
  form.inert = true; // pressed twice, it is sent once
  const answer = await ask(form.action, { method: "POST", body });
  form.inert = false;
  if (!answer) return tell("unsent");
  copies.clear(); // who holds the phone may have changed, and so what it may see
  show(answer.page, answer.address);
});

/** What a form sends, pairs of name and value, with the key that was pressed. */
export function sentBy(form, pressed) {
  const sent = [...new FormData(form)];
  return pressed?.name ? [...sent, [pressed.name, pressed.value]] : sent;
}

/** The links to boards on a page, each with its number and state. */
function boardLinks(page) {
  return [...page.querySelectorAll("a[data-board]")].map((link) => ({
    address: plain(link.getAttribute("href")),
    number: link.dataset.board,
    state: link.dataset.state,
    isOfRound: "ofRound" in link.dataset,
    isToConfirm: "toConfirm" in link.dataset,
  }));
}

/** The boards of the table's page as it was last seen. */
export function knownBoards() {
  const home = copies.get(plain(strip.dataset.home));
  return home ? boardLinks(read(home.text)) : [];
}

/** Fetches one page unless there is a copy from when its board was in the same state; whether there is one now. */
async function fetchCopy(address, state) {
  const copy = copies.get(address);
  if (copy && copy.state === state) return true;
  const answer = await ask(address);
  if (answer?.ok) copies.set(address, { text: answer.text, state });
  return Boolean(answer);
}

let fetching = null;

/** The table's own page, its boards, the question who holds the phone, and this page: one after the other. */
async function fetchBeforehand() {
  clearTimeout(fetching);
  if (!strip.dataset.home) return;
  const home = plain(strip.dataset.home);
  let all = await fetchCopy(home);
  const wanted = [...knownBoards(), { address: plain(`${home}side/`) }, { address: shownAt }];
  for (const { address, state } of wanted) all = all && (await fetchCopy(address, state ?? copies.get(address)?.state));
  if (all) strip.dataset.kept = "yes";
  else fetching = setTimeout(fetchBeforehand, AGAIN);
}

function fetchSoon() {
  clearTimeout(fetching);
  fetching = setTimeout(fetchBeforehand, CALM);
}

/** What was seen of the table is old. */
export function fetchAnew() {
  if (strip.dataset.home) copies.delete(plain(strip.dataset.home));
  fetchSoon();
}

/** Registers the service worker where the browser allows one, and lets it keep what this page was made of. */
async function employ() {
  if (!navigator.serviceWorker) return;
  const employed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  await navigator.serviceWorker.register(strip.dataset.worker);
  if (!navigator.serviceWorker.controller) await Promise.race([employed, new Promise((done) => setTimeout(done, AGAIN))]);
  for (const file of document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=modulepreload], link[rel=icon]")) await fetch(file.src || file.href);
}

/** Says so where a form was to be sent by htmx; what a page asks for by itself is asked for again. */
function failed(outcome, { requestConfig }) {
  note(outcome);
  if (requestConfig.verb === "post") tell("unsent");
}

document.addEventListener("htmx:configRequest", ({ detail }) => (detail.timeout ||= LATE));
document.addEventListener("htmx:sendError", ({ detail }) => failed("none", detail));
document.addEventListener("htmx:timeout", ({ detail }) => failed("none", detail));
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.xhr.status >= 500) failed(outcomeOf(detail.xhr.status, true), detail);
});
document.addEventListener("htmx:afterOnLoad", ({ detail }) => note(outcomeOf(detail.xhr.status, true)));
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "news" || fetchAnew());
document.addEventListener("shown", fetchSoon);
addEventListener("online", fetchSoon);
addEventListener("load", () => setTimeout(() => employ().catch(() => undefined).then(fetchBeforehand), CALM));
