// What makes a phone quicker at the table. Every page works without it.
// One listener per kind of event, on the document, so what htmx swaps in needs no setting up.

const NUMBER = 'input[type="number"], input[inputmode="numeric"], input.number';

document.documentElement.classList.add("with-script");

/** Whether the keypad of its form writes to a field: a number beside keys of its own does without. */
function isForKeypad(input) {
  return input.matches(NUMBER) && !input.parentElement.querySelector("[data-step]");
}

/** The number field of a form that the keypad writes to: the one last touched, else the first. */
function keypadTarget(form) {
  return form.querySelector("[data-on-keypad]") ?? [...form.elements].find(isForKeypad);
}

/** Whether the whole of something is on the screen: the phone's own keyboard types where our digits are not. */
function isInSight(node) {
  const { top, bottom } = node.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** Sets a field as if its reader had typed it. */
function type(input, text) {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Adds a digit, unless the number would grow longer than the largest allowed. */
function typeDigit(input, digit) {
  const typed = input.dataset.fresh ? digit : (input.value === "0" ? "" : input.value) + digit;
  if (!input.max || typed.replace("-", "").length <= input.max.length) type(input, typed);
}

function typeStep(input, step) {
  const number = (Number.parseInt(input.value, 10) || 0) + step;
  const low = input.min === "" ? -Infinity : Number(input.min);
  const high = input.max === "" ? Infinity : Number(input.max);
  type(input, String(Math.min(high, Math.max(low, number))));
}

/** data-rest="72" data-rest-of="id": this field or output shows 72 less what that one holds. */
function showRests(source) {
  if (!source.id) return;
  for (const rest of document.querySelectorAll(`[data-rest-of="${CSS.escape(source.id)}"]`)) {
    const left = source.value === "" ? "" : Number(rest.dataset.rest) - Number(source.value);
    rest.value = Number.isNaN(left) || left < 0 ? "" : left;
  }
}

/** data-so-far="47" data-so-far-of="id" data-whole="72": the total of before and this board, or what it leaves. */
function showSoFar(source) {
  if (!source.id) return;
  for (const total of document.querySelectorAll(`[data-so-far-of="${CSS.escape(source.id)}"]`)) {
    const typed = Number(source.value), whole = Number(total.dataset.whole ?? source.max);
    const counts = source.value !== "" && typed >= 0 && typed <= whole;
    const more = "whole" in total.dataset ? whole - typed : typed;
    total.value = Number(total.dataset.soFar) + (counts ? more : 0);
  }
}

function together(ids) {
  return ids.reduce((all, id) => all + (Number.parseInt(document.getElementById(id)?.value, 10) || 0), 0);
}

/** data-sum="id id" data-total="64": what these fields make together, and how far that is from the total. */
function showSums(source) {
  for (const sum of document.querySelectorAll("[data-sum]")) {
    const ids = sum.dataset.sum.split(" ");
    if (!ids.includes(source.id)) continue;
    const made = together(ids);
    sum.querySelector("output").value = made;
    if (!sum.dataset.total) continue;
    const apart = made - Number(sum.dataset.total);
    const verdict = made === 0 ? "" : apart === 0 ? "right" : apart < 0 ? "missing" : "over";
    sum.className = `running ${verdict}`;
    const off = apart === 0 ? "" : `: ${Math.abs(apart)}`;
    sum.querySelector("[data-verdict]").textContent = verdict && sum.dataset[verdict] + off;
  }
}

/** data-more="id id" data-less="id id": what the first fields make together less what the others make. */
function showDifferences(source) {
  for (const row of document.querySelectorAll("[data-more]")) {
    const [more, less] = [row.dataset.more, row.dataset.less].map((ids) => ids.split(" "));
    if (![...more, ...less].includes(source.id)) continue;
    const apart = together(more) - together(less);
    row.querySelector("output").value = apart > 0 ? `+${apart}` : String(apart).replace("-", "−");
  }
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-digit], [data-erase], [data-sign], [data-step]");
  if (!key) return;
  if (key.dataset.step) {
    typeStep(key.parentElement.querySelector("input"), Number(key.dataset.step));
    return;
  }
  const input = key.closest("form") && keypadTarget(key.closest("form"));
  if (!input) return;
  if (key.dataset.digit) typeDigit(input, key.dataset.digit);
  else if ("sign" in key.dataset) type(input, input.value.startsWith("-") ? input.value.slice(1) : `-${input.value}`);
  else type(input, input.value.slice(0, -1));
});

document.addEventListener("focusin", ({ target }) => {
  const form = target.form;
  if (!form?.querySelector(".keypad") || !isForKeypad(target)) return;
  for (const other of form.querySelectorAll("[data-on-keypad]")) delete other.dataset.onKeypad;
  target.dataset.onKeypad = "";
  target.dataset.fresh = "yes"; // the first digit replaces what was there, as on a till
  const own = (target.dataset.keyboard ??= target.inputMode);
  if (matchMedia("(pointer: coarse)").matches) target.inputMode = isInSight(form.querySelector(".keypad")) ? "none" : own;
});

document.addEventListener("input", ({ target }) => {
  if (!target.matches("input")) return;
  delete target.dataset.fresh;
  showRests(target);
  showSoFar(target);
  showSums(target);
  showDifferences(target);
});

/** What is said of a field as it was sent, beside it and at the top of the page: gone once something else is there. */
function removeErrors(field) {
  for (const list of field.querySelectorAll(":scope > .errorlist")) list.remove();
  for (const input of field.querySelectorAll("[id]")) {
    input.removeAttribute("aria-invalid");
    document.querySelector(`.problems a[href="#${CSS.escape(input.id)}"]`)?.closest("li").remove();
  }
  for (const problems of document.querySelectorAll(".problems")) if (!problems.querySelector("li")) problems.remove();
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => {
    const field = target.closest(".field");
    if (field?.querySelector(":scope > .errorlist")) removeErrors(field);
  });
}

/** A line with two names is whole: the next pair is typed on a line of its own. */
function completeLine(field, line) {
  const whole = !line.endsWith(" ");
  type(field, field.value.replace(/[^\n]*$/, () => (whole ? `${line}\n` : line)));
  field.focus();
}

// data-line: the last line of the field that [data-completes] names becomes what the key says.
document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-line]");
  if (key) completeLine(document.getElementById(key.closest("[data-completes]").dataset.completes), key.dataset.line);
});

/** data-aloud: what somebody who listens to the page is told when a part of it came back changed, and nothing more. */
function toTell() {
  const words = [...document.querySelectorAll("[data-aloud]")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  return words.filter(Boolean).join(" ");
}

let told = toTell();

document.addEventListener("htmx:afterSettle", () => {
  const now = toTell();
  if (now !== told) document.getElementById("aloud").textContent = told = now;
});

// What a reader has unfolded in rows of the standings stays so when they come back changed, and so does his place by keyboard.

/** The parts of a kind within the rows of contestants, each by his number and which of the row's it is. */
function inRows(shown, kind) {
  const rows = [...shown.querySelectorAll("tr[data-number]")];
  return new Map(rows.flatMap((row) => [...row.querySelectorAll(kind)].map((part, at) => [`${row.dataset.number} ${at}`, part])));
}

function namesOf(parts, wanted) {
  return [...parts].filter(([, part]) => wanted(part)).map(([name]) => name);
}

const REACHED = "a, summary";
let unfolded = [], reached = [];

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  unfolded = namesOf(inRows(detail.target, "details"), (part) => part.open);
  reached = namesOf(inRows(detail.target, REACHED), (part) => part === document.activeElement);
});

document.addEventListener("htmx:afterSwap", ({ target }) => {
  const parts = inRows(target, "details"), reachable = inRows(target, REACHED);
  for (const name of unfolded) parts.get(name)?.setAttribute("open", "");
  for (const name of reached) reachable.get(name)?.focus({ preventScroll: true });
});

// Language menus close when the reader turns elsewhere.
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details.languages[open]")) {
    if (!menu.contains(target)) menu.open = false;
  }
});

// The call of the director opens in the place of the page, below the felt; in browsers that cannot do that, at the top of the screen.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches(".calling[open]")) return;
  if (CSS.supports("selector(:has(*))")) scrollTo(0, 0);
  else target.scrollIntoView();
}, true);

/** The current tab is in sight, where its row is too narrow for all of them. */
for (const tab of document.querySelectorAll(":is(.tabs, .round-keys) [aria-current]")) tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;

// [data-calling]: how many tables wait for somebody stands before the page's title, so that a tab behind shows it.
function showCalling() {
  const calling = document.querySelector("[data-calling]");
  if (!calling) return;
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = calling.dataset.calling === "0" ? title : `(${calling.dataset.calling}) ${title}`;
}

showCalling();
document.addEventListener("htmx:afterSettle", showCalling);

// A phone that has been at a table finds the code typed wherever it is asked for again, until the evening is over.
const AN_EVENING = 8 * 60 * 60 * 1000; // milliseconds

const ASK_ROUND = 15000; // milliseconds

/** The bar that leads back to the table says so once the next round of whoever uses this phone has begun. */
function followRound(back) {
  let bar = back;
  async function ask() {
    if (document.visibilityState !== "visible") return;
    const answer = await fetch(`${back.href}_round`).catch(() => null); // without a network it is asked again
    if (!answer?.ok) return;
    const said = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("a.to-table") ?? back;
    if (said.textContent.trim() === bar.textContent.trim()) return;
    bar.replaceWith(said);
    bar = said;
  }
  ask();
  setInterval(ask, ASK_ROUND);
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("htmx:afterSettle", ask);
}

function rememberTable() {
  const home = document.getElementById("queue")?.dataset.home;
  const field = document.querySelector("input[data-table-code]");
  try {
    if (home) localStorage.setItem("table", JSON.stringify({ code: home.split("/").at(-2), at: Date.now() }));
    const { code, at } = JSON.parse(localStorage.getItem("table")) ?? {};
    if (!(Date.now() - at < AN_EVENING)) return;
    if (field && !field.value) field.value = code;
    const back = document.getElementById("to-table")?.content.firstElementChild.cloneNode(true);
    if (!back) return;
    back.href += `${code}/`;
    document.body.append(back);
    followRound(back);
  } catch {
    // Nothing may be kept here: the code is typed again.
  }
}

rememberTable();
document.addEventListener("shown", rememberTable);

// data-scripts: what a page needs only later waits until its text and style are here, and leaves a slow network to them.
// The first is run; what it imports is named after it, so that all of them are asked for at once.
for (const { dataset } of document.querySelectorAll("[data-scripts]")) {
  const [src, ...imported] = dataset.scripts.split(" ");
  const links = imported.map((href) => Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  document.head.append(...links, Object.assign(document.createElement("script"), { type: "module", src, async: false }));
}

// Pages at a table fetch their fonts three seconds after everything else, to leave a slow connection to the entry, and only
// store them: text that is there keeps its letters. The cookie says that the next page may have the fonts from the start.
const late = document.querySelector("meta[name=late-fonts]");
if (late) addEventListener("load", () => setTimeout(async () => {
  const fetched = await Promise.allSettled(late.content.split(" ").map((address) => fetch(address)));
  if (fetched.every(({ value }) => value?.ok)) document.cookie = "fonts=1; path=/; max-age=31536000; samesite=lax";
}, 3000));
