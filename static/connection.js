// Says on pages that ask the site again by themselves that it could not be reached: every [data-stale] is shown while the last
// request failed, with the sentence in data-unreachable or, after an error of the site, in data-error where it has one.

const PATIENCE = 12000; // milliseconds; a request without an answer by then has failed

function showStale(why) {
  for (const notice of document.querySelectorAll("[data-stale]")) {
    notice.hidden = !why;
    if (why && notice.dataset[why]) notice.textContent = notice.dataset[why];
  }
  document.dispatchEvent(new Event("connection"));
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "get") detail.timeout = PATIENCE;
});
document.addEventListener("htmx:sendError", () => showStale("unreachable"));
document.addEventListener("htmx:timeout", () => showStale("unreachable"));
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.xhr.status >= 500) showStale("error");
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) showStale("");
});
addEventListener("offline", () => showStale("unreachable"));
