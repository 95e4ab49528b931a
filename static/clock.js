// Clocks that count down. [data-left] holds the seconds left when the page was loaded. data-minutes="# min",
// data-minutes-left="# min left" and the same for seconds are the texts in the reader's language. With data-digits the time is
// written as 12:04; if data-minutes is given too, only until one minute of overtime. The device's own clock is never used: only the
// time since the page was loaded is measured here.

const firstSeen = new WeakMap(); // element → the time when its present value was first seen, and that value
const previousLeft = new Map(); // section → seconds left at the last update
const ALARM_KEY = "alarm"; // the item of localStorage that stores whether the alarm is on
let sound = null; // created on the first click: browsers block sound before

/** The seconds left now. */
function remainingSeconds(clock) {
  const value = Number(clock.dataset.left);
  if (firstSeen.get(clock)?.value !== value) firstSeen.set(clock, { value, at: Date.now() });
  return value - Math.floor((Date.now() - firstSeen.get(clock).at) / 1000);
}

/** The time in minutes, or in the last minute in seconds; overtime as +2 min. */
function minutesText({ minutes, minutesLeft, seconds, secondsLeft }, left) {
  const total = Math.abs(left);
  const [text, textLeft, number] = total < 60 ? [seconds, secondsLeft, total] : [minutes, minutesLeft, Math.round(total / 60)];
  return left < 0 ? `+${text.replace("#", number)}` : textLeft.replace("#", number);
}

/** The time as a clock: 12:04, 1:05:00; overtime as +0:30. */
function clockText(left) {
  const total = Math.abs(left), pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(total / 3600), minutes = Math.floor(total / 60) % 60;
  return `${left < 0 ? "+" : ""}${hours ? `${hours}:${pad(minutes)}` : minutes}:${pad(total % 60)}`;
}

function updateClocks() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const left = remainingSeconds(clock);
    const isClock = "digits" in clock.dataset && !(clock.dataset.minutes && left <= -60);
    if (isClock) clock.replaceChildren(...clockNodes(clockText(left)));
    else clock.textContent = minutesText(clock.dataset, left);
    if (clock.matches(".time")) shrinkUnit(clock);
    clock.closest(".clock, .screen-clock")?.classList.toggle("over", left <= 0);
    ringAtEnd(clock.closest("[data-rings]")?.dataset.rings, left);
  }
}

/** Wrap each colon in an element, like the template does, so that the style sheet can centre it. */
function clockNodes(text) {
  return text.split(/(:)/).map((part) => (part === ":" ? Object.assign(document.createElement("span"), { className: "colon", textContent: part }) : part));
}

/** Wrap the unit of "12 min" in <small>. */
function shrinkUnit(clock) {
  const [, number, unit] = clock.textContent.match(/^(\S*\d ?)(.*)$/);
  clock.replaceChildren(number, Object.assign(document.createElement("small"), { textContent: unit }));
}

function ringAtEnd(section, left) {
  if (section === undefined) return;
  if (previousLeft.get(section) > 0 && left <= 0 && wantsAlarm()) ring();
  previousLeft.set(section, left);
}

function wantsAlarm() {
  try {
    return localStorage.getItem(ALARM_KEY) === "on";
  } catch {
    return false; // storage is not available
  }
}

function setAlarm(value) {
  try {
    localStorage.setItem(ALARM_KEY, value);
  } catch {
    // Storage is not available: the alarm is off again on the next page.
  }
}

/** Play three short tones, and vibrate if the device can. */
function ring() {
  navigator.vibrate?.([300, 150, 300, 150, 600]);
  if (sound?.state !== "running") return;
  for (const start of [0, 0.5, 1]) {
    const tone = new OscillatorNode(sound, { frequency: 880 });
    tone.connect(new GainNode(sound, { gain: 0.4 })).connect(sound.destination);
    tone.start(sound.currentTime + start);
    tone.stop(sound.currentTime + start + 0.3);
  }
}

function resumeSound() {
  if (!wantsAlarm() || !window.AudioContext) return;
  sound ??= new AudioContext();
  sound.resume();
}

function renderAlarm() {
  for (const key of document.querySelectorAll("[data-alarm]")) {
    key.setAttribute("aria-pressed", String(wantsAlarm()));
    key.textContent = wantsAlarm() ? key.dataset.on : key.dataset.off;
  }
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-alarm]");
  if (key) setAlarm(wantsAlarm() ? "off" : "on");
  resumeSound();
  if (!key) return;
  renderAlarm();
  if (wantsAlarm()) ring(); // to demonstrate the alarm
});

updateClocks();
renderAlarm();
setInterval(updateClocks, 1000);
document.addEventListener("htmx:afterSwap", () => {
  updateClocks();
  renderAlarm();
});
