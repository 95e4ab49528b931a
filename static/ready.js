// Forms with required fields: until they are filled in, the line beside the button says what is missing. The button of
// a phone looks inactive as well; at the desk it is always active, and the site reports problems.

const CONTROLS = "input:not([type=hidden]), select, textarea";
const initialValues = new WeakMap();

/** The values of a form as text, to notice changes. */
function valuesOf(form) {
  return JSON.stringify([...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken").map(([name, value]) => [name, String(value)]));
}

function isUnanswered(control) {
  if (!control.checkVisibility?.() && control.type !== "radio") return false;
  if (control.type === "radio") return control.matches("[data-required]") && control.closest("fieldset").checkVisibility() && !control.form.elements[control.name].value;
  // The other side gets the remainder of a shared number, which stays empty where one side loses its part.
  const isShared = control.nextElementSibling?.matches(".rest") && !control.form.querySelector('[data-forfeits]:checked:not([value=""])');
  return control.matches(":invalid") || (isShared && !control.value.trim()) || (control.matches("[data-required], [aria-required]") && !control.value.trim());
}

/** Whether all of some fields are empty, of which one is required. */
function areEmpty(ids) {
  return ids.split(" ").every((id) => !document.getElementById(id)?.value.trim());
}

function labelOf(control) {
  const label = (control.type !== "radio" && control.labels?.[0]) || control.closest("fieldset")?.querySelector("legend");
  return (control.dataset.missing ?? label?.textContent ?? control.name).trim().replace(/\s+/g, " ");
}

/** A label as it is inside a sentence; abbreviations such as N-S keep their capital. */
function withoutCapital(label) {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label[0].toLocaleLowerCase(document.documentElement.lang) + label.slice(1) : label;
}

/** The names of the missing fields, each once, in the order of the page. */
function missingNames(form) {
  const controls = [...form.querySelectorAll(`${CONTROLS}, [data-missing-of]`)];
  const unanswered = controls.filter((control) => (control.dataset.missingOf ? areEmpty(control.dataset.missingOf) : isUnanswered(control)));
  const { any } = form.dataset;
  const hasValue = (control) => (["radio", "checkbox"].includes(control.type) ? control.checked : !control.matches("select, fieldset") && control.value.trim());
  if (any && !controls.some(hasValue)) return [any];
  return [...new Set(unanswered.map((control) => withoutCapital(labelOf(control))))];
}

/** Mark a form as ready or not, and give the reason in the line beside its button. */
export function updateButton(form) {
  const line = form?.querySelector(".missing[data-lacks]");
  if (!line) return;
  if (!initialValues.has(form)) initialValues.set(form, valuesOf(form));
  const names = missingNames(form);
  const isUnchanged = "unchanged" in line.dataset && initialValues.get(form) === valuesOf(form);
  form.classList.toggle("not-ready", names.length > 0 || isUnchanged);
  const list = new Intl.ListFormat(document.documentElement.lang, { type: "unit", style: "short" }).format(names);
  line.textContent = names.length ? line.dataset.lacks.replace("{}", list) : isUnchanged ? line.dataset.unchanged : line.dataset.ready ?? "";
}

function updateButtons() {
  for (const line of document.querySelectorAll("form .missing[data-lacks]")) updateButton(line.closest("form"));
}

for (const type of ["input", "change"]) document.addEventListener(type, ({ target }) => updateButton(target.form));
for (const type of ["htmx:afterSettle", "pageshow"]) addEventListener(type, updateButtons);
document.addEventListener("shown", updateButtons); // a page that a phone shows in place
updateButtons();

// After a form was refused, the first field to correct has the focus.
if (document.activeElement === document.body) document.querySelector("body:not(.phone) main form [aria-invalid=true]")?.focus();
