// How long ago moments were, on pages that show them by the clock: in data-ago="# min ago" of a list # becomes minutes; none is data-just.

function showAgo() {
  for (const time of document.querySelectorAll("[data-ago] time")) {
    const { ago, just } = time.closest("[data-ago]").dataset;
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 60000));
    time.textContent = minutes ? ago.replace("#", minutes) : just;
  }
}

showAgo();
setInterval(showAgo, 15000);
document.addEventListener("htmx:afterSettle", showAgo);
