// The minutes since a <time>: data-ago="# min ago" of a list is its text, with # replaced; data-just is that for less than one.

function updateMinutesAgo() {
  for (const time of document.querySelectorAll("[data-ago] time")) {
    const { ago, just } = time.closest("[data-ago]").dataset;
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 60000));
    time.textContent = minutes ? ago.replace("#", minutes) : just;
  }
}

updateMinutesAgo();
setInterval(updateMinutesAgo, 15000);
document.addEventListener("htmx:afterSettle", updateMinutesAgo);
