// A progress bar for forms that take longer than a second: the progress is polled until the answer arrives.
// Without this script only the browser shows that it is loading.

const FIRST_POLL_MS = 800, POLL_MS = 700;
const barTemplate = document.querySelector("[data-progress]");

/** A random key of 32 hex digits. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Add a hidden field with a new key to a form, or replace the key of an earlier attempt; return the key. */
function addKey(form) {
  const existing = form.querySelector('input[name="progress"]');
  const field = existing ?? document.createElement("input");
  Object.assign(field, { type: "hidden", name: "progress", value: newKey() });
  if (!existing) form.append(field);
  return field.value;
}

/** Show the bar of a form, with its progress if it is known. */
function showBar(form, { what, part } = {}) {
  let bar = form.nextElementSibling;
  if (!bar?.matches(".progress")) {
    bar = barTemplate.content.firstElementChild.cloneNode(true);
    form.after(bar);
  }
  if (what === undefined) return bar;
  bar.firstElementChild.setAttribute("aria-live", "off");  // screen readers announce the start only, not each percent
  bar.firstElementChild.textContent = `${what} ${Math.floor(100 * part)} %`;
  bar.querySelector("progress").value = part;
  return bar;
}

async function poll(form, key) {
  try {
    const answer = await fetch(barTemplate.dataset.progress.replace("0".repeat(32), key));
    showBar(form, answer.status === 200 ? await answer.json() : {});
  } catch {
    showBar(form);  // no network: the request of the form itself fails, too
  }
}

/** Poll until the page is left, or shown again from the back-forward cache. */
function pollUntilLeft(form) {
  const key = addKey(form);
  let interval;
  const timeout = setTimeout(() => {
    void poll(form, key);
    interval = setInterval(() => void poll(form, key), POLL_MS);
  }, FIRST_POLL_MS);
  addEventListener("pageshow", () => {
    clearTimeout(timeout);
    clearInterval(interval);
    if (form.nextElementSibling?.matches(".progress")) form.nextElementSibling.remove();
  }, { once: true });
}

/** data-downloads: the answer is a file, so the page stays. Remove the problems of an earlier attempt. */
function showDownloaded(form) {
  for (const problems of form.closest("main").querySelectorAll(".problems, .errorlist")) problems.remove();
  for (const field of form.elements) field.removeAttribute("aria-invalid");
  form.querySelector("[data-downloaded]").hidden = false;
}

if (barTemplate) {
  document.addEventListener("submit", ({ target, defaultPrevented }) => {
    if (defaultPrevented || target.getAttribute("method") !== "post") return;
    if ("downloads" in target.dataset) showDownloaded(target);
    else pollUntilLeft(target);
  });
}
