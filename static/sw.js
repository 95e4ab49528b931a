// Keeps the pages of a table on this phone, with the files they need. The site says in a line above, SAID, which those are.
// Everything else, every form that is sent, and every fragment that a page asks for again goes past it.

const PATIENCE = 3000; // milliseconds the network has while there is a copy
const MOST = 80; // pages kept: more than an evening has for one phone
const PAGES = `pages ${SAID.version}`;
const FILES = `files ${SAID.version}`;

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => event.waitUntil(forgetOldVersions().then(() => clients.claim())));

async function forgetOldVersions() {
  const old = (await caches.keys()).filter((name) => name !== PAGES && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && changesWhatMayBeSeen(url)) event.respondWith(sendAndForget(request));
  else if (request.method !== "GET") return;
  else if (isPage(url, request)) event.respondWith(page(event));
  else if (url.pathname.startsWith(SAID.files) && url.searchParams.has("v")) event.respondWith(file(request));
});

/** A page to type a code, a table's own, its boards, or who holds the phone: no fragment, and nothing that may show cards. */
function isPage(url, request) {
  const known = new RegExp(`^${SAID.pages}([^/]+/((side|boards/\\d+)/)?)?$`);
  return known.test(url.pathname) && !request.headers.has("HX-Request");
}

/** Another member signed in or out, another side holds the phone, or it speaks another language: the pages kept are not its own. */
function changesWhatMayBeSeen({ pathname }) {
  return SAID.readers.includes(pathname) || (pathname.startsWith(SAID.pages) && pathname.endsWith("/side/"));
}

async function sendAndForget(request) {
  const answer = await fetch(request);
  if (answer.ok || answer.type === "opaqueredirect") await caches.delete(PAGES);
  return answer;
}

/** The network's page, or the copy when it fails or takes too long; without a copy it may take as long as it likes. */
async function page(event) {
  const kept = await caches.open(PAGES);
  const network = fetch(event.request).then((answer) => keep(kept, event.request, answer));
  event.waitUntil(network.catch(() => undefined));
  const inTime = await Promise.race([network.catch(() => undefined), pause(PATIENCE)]);
  return inTime ?? (await kept.match(event.request, { ignoreVary: true })) ?? network;
}

/** Keeps a page as it was shown; one that is gone, or behind a replaced code, is forgotten. */
async function keep(kept, request, answer) {
  if (answer.ok && !answer.redirected) {
    await kept.put(request, answer.clone());
    const all = await kept.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((old) => kept.delete(old)));
  } else if (answer.status === 404) await kept.delete(request);
  return answer;
}

/** A file's address changes with its content, so a copy of it is never old. */
async function file(request) {
  const kept = await caches.open(FILES);
  const copy = await kept.match(request, { ignoreVary: true });
  if (copy) return copy;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
