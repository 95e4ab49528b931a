// A slip typed by keyboard alone. Without this script the same form works with Tab and the browser's own keys.

const STOPS = "[data-row] :is(select, input):not([data-rare]), [data-store]";

/** The buttons of one choice are one stop: the chosen one, or the first. */
function isStop(field) {
  if (field.type !== "radio") return true;
  const all = [...field.form.elements[field.name]];
  return field === (all.find((each) => each.checked) || all[0]);
}

/** Enter goes on to the next field that is shown; what is rarely said is passed by, and Tab reaches it. */
function goOn(from) {
  const stops = from.form.querySelectorAll(STOPS);
  for (const stop of stops) {
    if (stop.closest("details:not([open])") || !isStop(stop) || (stop.name && stop.name === from.name)) continue;
    if (from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) return stop.focus();
  }
}

/** Digits and a minus sign belong to the points of the row, wherever in it they are typed. */
function toPoints(row) {
  row.querySelector("input.number")?.focus();
}

function choose(field, letter) {
  return field.matches("select") ? chooseInList(field, letter) : chooseButton(field, letter);
}

/** A letter chooses a button; Backspace and Delete take the choice back. */
function chooseButton(radio, letter) {
  const all = [...radio.form.elements[radio.name]];
  if (letter === "backspace" || letter === "delete") {
    all.forEach((each) => (each.checked = false));
    return true;
  }
  const button = all.find((each) => each.dataset.letter === letter);
  if (button) {
    button.checked = true;
    button.focus();
  }
  return Boolean(button);
}

function chooseInList(select, letter) {
  const option = [...select.options].find((each) => each.dataset.letter === letter);
  if (option) select.value = option.value;
  return Boolean(option);
}

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  const row = target.closest("[data-row]");
  if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
  if (key === "Enter" && !target.matches("summary, a")) {
    event.preventDefault();
    goOn(target);
  } else if (/^[\d-]$/.test(key) && !target.matches("input.number")) {
    toPoints(row); // the digit itself arrives in the field that has the focus now
  } else if (target.matches('select, [type="radio"]') && choose(target, key.toLowerCase())) {
    event.preventDefault();
  }
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-row] input.number")) target.select();
});

// A row that is left is checked at once.
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const row = target.closest("[data-row]");
  if (row && !row.contains(relatedTarget)) row.dispatchEvent(new CustomEvent("typed"));
});
