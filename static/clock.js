// How long is left, counted on from what the page said: [data-left] holds the seconds there were when it came, and
// data-minutes="# min", data-minutes-left="# min left" and the same of seconds are the words in the reader's language;
// with data-digits it is written as a clock, 12:04; together with data-minutes only until the time is over for a minute.
// The site's clock counts and never this device's: only how long ago the page came is measured here.

const came = new WeakMap(); // element → when it was first seen, and what it said then
const before = new Map(); // section → seconds that were left when it was last looked at
const ALARM = "alarm"; // in the browser's own storage: whether this reader wants one
let sound = null; // made once the reader has touched the page: browsers let nothing sound before

/** The seconds left now. */
function leftOf(clock) {
  const said = Number(clock.dataset.left);
  if (came.get(clock)?.said !== said) came.set(clock, { said, at: Date.now() });
  return said - Math.floor((Date.now() - came.get(clock).at) / 1000);
}

/** Minutes to the nearest, in the last minute seconds; once the time is over how long ago, as +2 min. */
function written({ minutes, minutesLeft, seconds, secondsLeft }, left) {
  const whole = Math.abs(left);
  const [words, wordsLeft, number] = whole < 60 ? [seconds, secondsLeft, whole] : [minutes, minutesLeft, Math.round(whole / 60)];
  return left < 0 ? `+${words.replace("#", number)}` : wordsLeft.replace("#", number);
}

/** As a clock: 12:04, 1:05:00, and +0:30 once the time is over. */
function digits(left) {
  const whole = Math.abs(left), two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  return `${left < 0 ? "+" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

function count() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const left = leftOf(clock);
    const isClock = "digits" in clock.dataset && !(clock.dataset.minutes && left <= -60);
    if (isClock) clock.replaceChildren(...largeClock(digits(left)));
    else clock.textContent = written(clock.dataset, left);
    if (clock.matches(".time")) makeUnitSmall(clock);
    clock.closest(".clock, .screen-clock")?.classList.toggle("over", left <= 0);
    noteEnd(clock.closest("[data-rings]")?.dataset.rings, left);
  }
}

/** Each colon apart, as the template writes it, so that the style sheet can centre it. */
function largeClock(shown) {
  return shown.split(/(:)/).map((part) => (part === ":" ? Object.assign(document.createElement("span"), { className: "colon", textContent: part }) : part));
}

/** 12 min: the number is what counts. */
function makeUnitSmall(clock) {
  const [, number, unit] = clock.textContent.match(/^(\S*\d ?)(.*)$/);
  clock.replaceChildren(number, Object.assign(document.createElement("small"), { textContent: unit }));
}

function noteEnd(section, left) {
  if (section === undefined) return;
  if (before.get(section) > 0 && left <= 0 && wantsAlarm()) ring();
  before.set(section, left);
}

function wantsAlarm() {
  try {
    return localStorage.getItem(ALARM) === "on";
  } catch {
    return false; // a browser that keeps nothing
  }
}

function setAlarm(value) {
  try {
    localStorage.setItem(ALARM, value);
  } catch {
    // then it is off again with the next page
  }
}

/** Three short tones, and a buzz where the phone has one. */
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

function wakeSound() {
  if (!wantsAlarm() || !window.AudioContext) return;
  sound ??= new AudioContext();
  sound.resume();
}

function showAlarm() {
  for (const key of document.querySelectorAll("[data-alarm]")) {
    key.setAttribute("aria-pressed", String(wantsAlarm()));
    key.textContent = wantsAlarm() ? key.dataset.on : key.dataset.off;
  }
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-alarm]");
  if (key) setAlarm(wantsAlarm() ? "off" : "on");
  wakeSound();
  if (!key) return;
  showAlarm();
  if (wantsAlarm()) ring(); // so that it is known how it sounds
});

count();
showAlarm();
setInterval(count, 1000);
document.addEventListener("htmx:afterSwap", () => {
  count();
  showAlarm();
});
