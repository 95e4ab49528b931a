// Score slips entered by keyboard alone. Without this script the form works with Tab and the browser's own keys.

const STOPS = "[data-row] :is(select, input):not([data-rare]), [data-store]";

/** Whether Enter stops at a field: of the buttons of a choice, only the chosen one, or else the first. */
function isStop(field) {
  if (field.type !== "radio") return true;
  const buttons = [...field.form.elements[field.name]];
  return field === (buttons.find((button) => button.checked) || buttons[0]);
}

/** Focus the next visible field. Rare fields are skipped; Tab reaches them. */
function focusNext(current) {
  const stops = current.form.querySelectorAll(STOPS);
  for (const stop of stops) {
    if (stop.closest("details:not([open])") || !isStop(stop) || (stop.name && stop.name === current.name)) continue;
    if (current.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) return stop.focus();
  }
}

/** Focus the points of a row, where digits and a minus sign go, wherever in the row they are typed. */
function focusPoints(row) {
  row.querySelector("input.number")?.focus();
}

function choose(field, letter) {
  return field.matches("select") ? chooseInList(field, letter) : chooseButton(field, letter);
}

/** Choose the button of a letter, or clear the choice with Backspace or Delete; return whether the key did something. */
function chooseButton(radio, letter) {
  const buttons = [...radio.form.elements[radio.name]];
  if (letter === "backspace" || letter === "delete") {
    buttons.forEach((button) => (button.checked = false));
    return true;
  }
  const button = buttons.find((each) => each.dataset.letter === letter);
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
    focusNext(target);
  } else if (/^[\d-]$/.test(key) && !target.matches("input.number")) {
    focusPoints(row); // the browser then types the digit into the focused field
  } else if (target.matches('select, [type="radio"]') && choose(target, key.toLowerCase())) {
    event.preventDefault();
  }
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-row] input.number")) target.select();
});

// What was wrong with a row is out of date once it is edited; its place stays, so that nothing moves.
for (const type of ["input", "change"]) {
  document.addEventListener(type, ({ target }) => {
    for (const list of target.closest("[data-row]")?.querySelectorAll("[id^=problems-] .errorlist") ?? []) list.style.visibility = "hidden";
  });
}

// Check a row as soon as the focus leaves it.
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const row = target.closest("[data-row]");
  if (row && !row.contains(relatedTarget)) row.dispatchEvent(new CustomEvent("typed"));
});
