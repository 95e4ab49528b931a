// A form of the desk whose button waits for an answer: the button is drawn as not ready, and the line beside it says what
// is missing. Without this script the button is as any other, and the site says what is wrong.

const NAMED = "input:not([type=hidden]), select, textarea";
const sent = new WeakMap();

/** Everything that would be sent, as text: it differs once something is changed. */
function answers(form) {
  return JSON.stringify([...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken").map(([name, value]) => [name, String(value)]));
}

function isUnanswered(control) {
  if (!control.checkVisibility?.() && control.type !== "radio") return false;
  if (control.type === "radio") return control.matches("[data-required]") && control.closest("fieldset").checkVisibility() && !control.form.elements[control.name].value;
  const isShared = control.nextElementSibling?.matches(".rest"); // a number that leaves the other side what is left
  return control.matches(":invalid") || (isShared && !control.value.trim()) || (control.matches("[data-required], [aria-required]") && !control.value.trim());
}

/** Whether none of several fields is filled in of which one is enough. */
function areEmpty(ids) {
  return ids.split(" ").every((id) => !document.getElementById(id)?.value.trim());
}

function nameOf(control) {
  const label = control.type === "radio" ? control.closest("fieldset").querySelector("legend") : control.labels?.[0];
  return (control.dataset.missing ?? label?.textContent ?? control.name).trim().replace(/\s+/g, " ");
}

/** What the form still needs, each once, in the order of the page. */
function missing(form) {
  const controls = [...form.querySelectorAll(`${NAMED}, [data-missing-of]`)];
  const asked = controls.filter((each) => (each.dataset.missingOf ? areEmpty(each.dataset.missingOf) : isUnanswered(each)));
  const { any } = form.dataset;
  const given = (each) => (["radio", "checkbox"].includes(each.type) ? each.checked : !each.matches("select, fieldset") && each.value.trim());
  if (any && !controls.some(given)) return [any];
  return [...new Set(asked.map(nameOf))];
}

/** Draw the button as ready or not, and say why in its line. */
export function tell(form) {
  const line = form?.querySelector(".missing");
  if (!line) return;
  if (!sent.has(form)) sent.set(form, answers(form));
  const lacks = missing(form);
  const isUnchanged = "unchanged" in line.dataset && sent.get(form) === answers(form);
  form.classList.toggle("not-ready", lacks.length > 0 || isUnchanged);
  const all = new Intl.ListFormat(document.documentElement.lang, { type: "unit", style: "short" }).format(lacks);
  line.textContent = lacks.length ? line.dataset.lacks.replace("{}", all) : isUnchanged ? line.dataset.unchanged : line.dataset.ready ?? "";
}

function tellAll() {
  for (const line of document.querySelectorAll("form .missing")) tell(line.closest("form"));
}

for (const moment of ["input", "change"]) document.addEventListener(moment, ({ target }) => tell(target.form));
for (const moment of ["htmx:afterSettle", "pageshow"]) addEventListener(moment, tellAll);
tellAll();
