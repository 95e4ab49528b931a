// Conveniences of all pages: the keypad, running sums, announcements. Every page works without this script.
// There is one listener per kind of event, on the document, so that content swapped in by htmx needs no setup.

const NUMBER = 'input[type="number"], input[inputmode="numeric"], input.number';

document.documentElement.classList.add("with-script");

/** Whether the form's keypad writes to a field. A number field with buttons of its own does not use it. */
function isForKeypad(input) {
  return input.matches(NUMBER) && !input.parentElement.querySelector("[data-step]");
}

/** The number field that the keypad of a form writes to: the one last focused, or else the first. */
function keypadTarget(form) {
  return form.querySelector("[data-on-keypad]") ?? [...form.elements].find(isForKeypad);
}

/** Whether an element is entirely in the viewport. If the keypad is not, the phone's own keyboard is used. */
function isInViewport(node) {
  const { top, bottom } = node.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** Set the value of a field and fire its input event, as if it had been typed. */
function setValue(input, text) {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Append a digit, unless the number would be above the maximum, or below a negative minimum. */
function appendDigit(input, digit) {
  const typed = input.dataset.fresh ? digit : (input.value === "0" ? "" : input.value) + digit;
  const isTooHigh = input.max && Number(typed) > Number(input.max), isTooLow = input.min && Number(typed) < Math.min(0, Number(input.min));
  const isRefused = isTooHigh || isTooLow;
  input.toggleAttribute("data-refused", isRefused); // framed in red until something else is typed
  if (!isRefused) return setValue(input, typed);
  const line = input.form.querySelector("[data-most]"); // the line below Send, which ready.js fills at the next change
  if (line && isTooHigh) line.textContent = line.dataset.most.replace("{}", input.max);
}

/** Add a step to a number, within its minimum and maximum. */
function stepNumber(input, step) {
  const number = (Number.parseInt(input.value, 10) || 0) + step;
  const low = input.min === "" ? -Infinity : Number(input.min);
  const high = input.max === "" ? Infinity : Number(input.max);
  setValue(input, String(Math.min(high, Math.max(low, number))));
}

/** data-rest="72" data-rest-of="id": the field or output shows 72 minus the value of the field with that id. */
function updateRemainders(source) {
  if (!source.id) return;
  for (const rest of document.querySelectorAll(`[data-rest-of="${CSS.escape(source.id)}"]`)) {
    const remainder = source.value === "" ? "" : Number(rest.dataset.rest) - Number(source.value);
    rest.value = Number.isNaN(remainder) || remainder < 0 ? "" : remainder;
  }
}

/** data-forfeits: the line chosen here loses its part of the shared number, which stays empty; both parts are shown. */
function showForfeit(choice) {
  const rest = choice.form.querySelector("output[data-rest][data-line]");
  const number = rest && document.getElementById(rest.dataset.restOf);
  if (!number) return;
  if (choice.value) setValue(number, "");
  number.placeholder = !choice.value ? " " : choice.value === rest.dataset.line ? rest.dataset.rest : "0";
  if (choice.value) rest.value = choice.value === rest.dataset.line ? "0" : rest.dataset.rest;
  else updateRemainders(number);
}

document.addEventListener("change", ({ target }) => "forfeits" in target.dataset && showForfeit(target));

function sumOfFields(ids) {
  return ids.reduce((sum, id) => sum + (Number.parseInt(document.getElementById(id)?.value, 10) || 0), 0);
}

/** data-sum="id id" data-total="64": show the sum of these fields, and its difference from the total. */
function updateSums(source) {
  for (const sum of document.querySelectorAll("[data-sum]")) {
    const ids = sum.dataset.sum.split(" ");
    if (!ids.includes(source.id)) continue;
    const value = sumOfFields(ids);
    sum.querySelector("output").value = value;
    if (!sum.dataset.total) continue;
    const difference = value - Number(sum.dataset.total);
    const verdict = value === 0 ? "" : difference === 0 ? "right" : difference < 0 ? "missing" : "over";
    sum.className = `running ${verdict}`;
    const suffix = difference === 0 ? "" : `: ${Math.abs(difference)}`;
    sum.querySelector("[data-verdict]").textContent = verdict && sum.dataset[verdict] + suffix;
  }
}

/** data-more="id id" data-less="id id": show the sum of the first fields minus the sum of the others. */
function updateDifferences(source) {
  for (const row of document.querySelectorAll("[data-more]")) {
    const [more, less] = [row.dataset.more, row.dataset.less].map((ids) => ids.split(" "));
    if (![...more, ...less].includes(source.id)) continue;
    const difference = sumOfFields(more) - sumOfFields(less);
    row.querySelector("output").value = difference > 0 ? `+${difference}` : String(difference).replace("-", "−");
  }
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-digit], [data-erase], [data-sign], [data-step]");
  if (!key) return;
  if (key.dataset.step) {
    stepNumber(key.parentElement.querySelector("input"), Number(key.dataset.step));
    return;
  }
  const input = key.closest("form") && keypadTarget(key.closest("form"));
  if (!input) return;
  if (key.dataset.digit) appendDigit(input, key.dataset.digit);
  else if ("sign" in key.dataset) setValue(input, input.value.startsWith("-") ? input.value.slice(1) : `-${input.value}`);
  else setValue(input, input.value.slice(0, -1));
});

document.addEventListener("focusin", ({ target }) => {
  const form = target.form;
  if (!form?.querySelector(".keypad") || !isForKeypad(target)) return;
  for (const other of form.querySelectorAll("[data-on-keypad]")) delete other.dataset.onKeypad;
  target.dataset.onKeypad = "";
  target.dataset.fresh = "yes"; // the first digit replaces the old number
  const inputMode = (target.dataset.keyboard ??= target.inputMode);
  if (matchMedia("(pointer: coarse)").matches) target.inputMode = isInViewport(form.querySelector(".keypad")) ? "none" : inputMode;
});

/** data-text-of="id": the element shows the text of the field with that id, and while it is empty what it showed before. */
function copyText(source) {
  const copy = source.id && document.querySelector(`[data-text-of="${CSS.escape(source.id)}"]`);
  if (!copy) return;
  copy.dataset.before ??= copy.textContent;
  copy.textContent = source.value.trim() || copy.dataset.before;
}

/** Withdraw the question about an unlikely result once the result is changed. It stays in its place, unseen, so nothing moves. */
function withdrawQuestion(form) {
  const question = form?.querySelector(".doubt:not(.outdated)");
  if (!question) return;
  question.classList.add("outdated");
  question.querySelector("[name=sure]").disabled = true;
  form.querySelector("[data-sending]").classList.add("primary");
}

document.addEventListener("input", ({ target }) => {
  copyText(target);
  withdrawQuestion(target.closest("form.entry"));
  if (!target.matches("input")) return;
  target.removeAttribute("data-refused");
  delete target.dataset.fresh;
  updateRemainders(target);
  updateSums(target);
  updateDifferences(target);
});

/** Remove the errors of a field, beside it and at the top of the page, once its value changes. */
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

/** Replace the last line of a field. A line without a trailing space is complete, so a line break follows. */
function replaceLastLine(field, line) {
  const isComplete = !line.endsWith(" ");
  setValue(field, field.value.replace(/[^\n]*$/, () => (isComplete ? `${line}\n` : line)));
  field.focus();
}

// data-line: the button replaces the last line of the field that [data-completes] names.
document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-line]");
  if (key) replaceLastLine(document.getElementById(key.closest("[data-completes]").dataset.completes), key.dataset.line);
});

/** The text of [data-aloud], which screen readers announce when a swapped part of the page changes it. */
function announcementText() {
  const texts = [...document.querySelectorAll("[data-aloud]")].map((node) => node.textContent.replace(/\s+/g, " ").trim());
  return texts.filter(Boolean).join(" ");
}

let announced = announcementText();

document.addEventListener("htmx:afterSettle", () => {
  const now = announcementText();
  if (now !== announced) document.getElementById("aloud").textContent = announced = now;
});

// Rows of the standings keep their open details and the keyboard focus when htmx swaps them.

/** The elements in the rows of contestants that match a selector, by contestant number and index in the row. */
function partsInRows(root, selector) {
  const rows = [...root.querySelectorAll("tr[data-number]")];
  return new Map(rows.flatMap((row) => [...row.querySelectorAll(selector)].map((part, index) => [`${row.dataset.number} ${index}`, part])));
}

/** The keys of the elements that satisfy a predicate. */
function keysOf(parts, predicate) {
  return [...parts].filter(([, part]) => predicate(part)).map(([key]) => key);
}

const FOCUSABLE = "a, summary";
let openKeys = [], focusedKeys = [];

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  openKeys = keysOf(partsInRows(detail.target, "details"), (part) => part.open);
  focusedKeys = keysOf(partsInRows(detail.target, FOCUSABLE), (part) => part === document.activeElement);
});

document.addEventListener("htmx:afterSwap", ({ target }) => {
  const parts = partsInRows(target, "details"), focusable = partsInRows(target, FOCUSABLE);
  for (const key of openKeys) parts.get(key)?.setAttribute("open", "");
  for (const key of focusedKeys) focusable.get(key)?.focus({ preventScroll: true });
});

// Close open language menus on a click elsewhere.
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details.languages[open]")) {
    if (!menu.contains(target)) menu.open = false;
  }
});

// The form that calls the director replaces the page below its head. Browsers without :has() scroll to it instead.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches(".calling[open]")) return;
  if (CSS.supports("selector(:has(*))")) scrollTo(0, 0);
  else target.scrollIntoView();
}, true);

// Scroll an opened confirmation or group of tools into view.
document.addEventListener("click", ({ target }) => {
  const question = target.closest("details.confirm > summary, .more > details > summary")?.parentElement;
  if (question) requestAnimationFrame(() => question.open && question.scrollIntoView({ block: "nearest" }));
});

// Scroll the current round into view if its row is too narrow for all rounds.
for (const round of document.querySelectorAll(".round-keys [aria-current]")) round.parentElement.scrollLeft = round.offsetLeft - (round.parentElement.clientWidth - round.offsetWidth) / 2;

/** Scroll a row of tabs until the current one is in view, so that the first in view is whole; the row ends with room for that. */
function showCurrentTab(current) {
  const row = current.parentElement, tabs = [...row.querySelectorAll("a")], margin = tabs[0].offsetLeft;
  const end = current.offsetLeft + current.offsetWidth + Number.parseFloat(getComputedStyle(row, "::after").width);
  const first = tabs.find((tab) => tab === current || end - (tab.offsetLeft - margin) <= row.clientWidth);
  const start = first.offsetLeft - margin, missing = start - (row.scrollWidth - row.clientWidth);
  if (missing > 0) tabs.at(-1).style.marginInlineEnd = `${missing}px`;
  row.scrollLeft = start;
}
for (const tab of document.querySelectorAll(".tabs [aria-current]")) showCurrentTab(tab);

// [data-calling]: show the number of tables that call the director in the title, so that a background tab shows it too.
function showCallCount() {
  const calling = document.querySelector("[data-calling]");
  if (!calling) return;
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = calling.dataset.calling === "0" ? title : `(${calling.dataset.calling}) ${title}`;
}

showCallCount();
document.addEventListener("htmx:afterSettle", showCallCount);

// How long a phone remembers the code of its last table, which is then filled in wherever a code is asked for.
const TABLE_REMEMBERED_MS = 8 * 60 * 60 * 1000;

const ROUND_POLL_MS = 15000;

/** Poll for the next round of this phone's contestant, and update the link back to the table once it has started. */
function pollRound(back) {
  let bar = back;
  async function ask() {
    if (document.visibilityState !== "visible") return;
    const response = await fetch(`${back.href}_round`).catch(() => null); // tried again at the next poll
    if (!response?.ok) return;
    const newBar = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("a.to-table") ?? back;
    if (newBar.textContent.trim() === bar.textContent.trim()) return;
    bar.replaceWith(newBar);
    bar = newBar;
  }
  ask();
  setInterval(ask, ROUND_POLL_MS);
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("htmx:afterSettle", ask);
}

/** Store the code of this page's table, unless it asks who uses the phone, fill in a stored code, and link back to its table. */
function rememberTable() {
  const home = !document.querySelector(".ask-side") && document.getElementById("queue")?.dataset.home;
  const field = document.querySelector("input[data-table-code]");
  try {
    if (home) localStorage.setItem("table", JSON.stringify({ code: home.split("/").at(-2), at: Date.now() }));
    const { code, at } = JSON.parse(localStorage.getItem("table")) ?? {};
    if (!(Date.now() - at < TABLE_REMEMBERED_MS)) return;
    if (field && !field.value) {
      field.value = code;
      field.addEventListener("click", () => field.value === code && field.select()); // so that another code replaces it
    }
    const back = document.getElementById("to-table")?.content.firstElementChild.cloneNode(true);
    if (!back) return;
    back.href += `${code}/`;
    document.body.append(back);
    pollRound(back);
  } catch {
    // Storage is not available: the code has to be typed again.
  }
}

rememberTable();
document.addEventListener("shown", rememberTable);

// data-scripts: scripts that a page needs only later are loaded after its text and styles, which come first on a slow network.
// The first script is run. The others are its imports, listed so that all files are requested at once.
for (const { dataset } of document.querySelectorAll("[data-scripts]")) {
  const [src, ...imported] = dataset.scripts.split(" ");
  const links = imported.map((href) => Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  document.head.append(...links, Object.assign(document.createElement("script"), { type: "module", src, async: false }));
}

// Pages at a table fetch their fonts three seconds after everything else, so that a slow connection is free for the entry. The
// fonts are only cached: visible text keeps its font. The cookie tells the site to use the fonts from the next page on.
const lateFonts = document.querySelector("meta[name=late-fonts]");
if (lateFonts) addEventListener("load", () => setTimeout(async () => {
  const fetched = await Promise.allSettled(lateFonts.content.split(" ").map((url) => fetch(url)));
  if (fetched.every(({ value }) => value?.ok)) document.cookie = "fonts=1; path=/; max-age=31536000; samesite=lax";
}, 3000));
