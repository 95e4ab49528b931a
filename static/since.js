// How long ago a moment was, on pages that say it by the clock: data-ago="# min ago" has # become minutes, none of them is data-just.

function showAgo() {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 60000));
    time.textContent = minutes ? time.dataset.ago.replace("#", minutes) : time.dataset.just;
  }
}

showAgo();
setInterval(showAgo, 15000);
document.addEventListener("htmx:afterSettle", showAgo);
