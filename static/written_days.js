// A field for a day shows it as the page writes days, with the weekday where there is room, except while it is being typed. Browsers
// write it in the order of their own language, so that 4 December may look like 12 April. Without this script the field is the browser's.

const FORMATS = [
  { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  { day: "numeric", month: "short", year: "numeric" },
];

/** Write the day over its field in the longest form that fits; not while it is incomplete. */
function writeDay(text) {
  const field = text.parentElement.querySelector("input[type=date]");
  const { lang } = document.documentElement;
  const language = lang === "en" ? "en-GB" : lang; // the day before the month, as on every page
  const options = field.value ? FORMATS.map((format) => new Intl.DateTimeFormat(language, { ...format, timeZone: "UTC" }).format(field.valueAsDate)) : [text.dataset.empty];
  for (const option of options) {
    text.textContent = option;
    if (text.offsetLeft + text.offsetWidth <= field.offsetLeft + field.offsetWidth - 40) break; // the button of the calendar
  }
  text.classList.toggle("quiet", !field.value);
  field.classList.toggle("is-written", !field.validity.badInput);
}

function writeDays() {
  for (const text of document.querySelectorAll(".written-day")) writeDay(text);
}

document.addEventListener("focusout", ({ target }) => target.matches?.("[type=date]") && writeDays());
document.addEventListener("change", ({ target }) => target.matches?.("[type=date]") && writeDays());
for (const type of ["htmx:afterSettle", "pageshow", "resize"]) addEventListener(type, writeDays);
document.fonts.ready.then(writeDays);
writeDays();
