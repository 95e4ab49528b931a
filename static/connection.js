// On pages that poll: show every [data-stale] while the last request has failed, with the text in data-unreachable, or after a
// server error that in data-error, if there is one.

const TIMEOUT_MS = 12000; // a request without an answer by then has failed

function showStaleNotices(failure) {
  for (const notice of document.querySelectorAll("[data-stale]")) {
    notice.hidden = !failure;
    if (failure && notice.dataset[failure]) notice.textContent = notice.dataset[failure];
  }
  document.dispatchEvent(new Event("connection"));
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "get") detail.timeout = TIMEOUT_MS;
});
document.addEventListener("htmx:sendError", () => showStaleNotices("unreachable"));
document.addEventListener("htmx:timeout", () => showStaleNotices("unreachable"));
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.xhr.status >= 500) showStaleNotices("error");
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) showStaleNotices("");
});
addEventListener("offline", () => showStaleNotices("unreachable"));
