// The service worker: caches the pages of a table with their files. The view prepends the constant CONFIG, which names them.
// All other requests, forms and htmx fragments go to the network.

const COPY_TIMEOUT_MS = 3000; // timeout of a page if there is a copy
const MAX_PAGES = 80; // more than one phone opens in a session
const PAGES = `pages ${CONFIG.version}`;
const FILES = `files ${CONFIG.version}`;

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => event.waitUntil(deleteOldCaches().then(() => clients.claim())));

async function deleteOldCaches() {
  const old = (await caches.keys()).filter((name) => name !== PAGES && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && changesReader(url)) event.respondWith(sendAndClearPages(request));
  else if (request.method !== "GET") return;
  else if (isPage(url, request)) event.respondWith(servePage(event));
  else if (url.pathname.startsWith(CONFIG.files) && url.searchParams.has("v")) event.respondWith(serveFile(request));
});

/** Whether a request is for the code form, a table's page, one of its boards, or the choice of the phone's holder, and not for an
 * htmx fragment. Other pages may show cards, and are never cached. */
function isPage(url, request) {
  const pattern = new RegExp(`^${CONFIG.pages}([^/]+/((side|boards/\\d+)/)?)?$`);
  return pattern.test(url.pathname) && !request.headers.has("HX-Request");
}

/** Whether a request changes the reader (login, logout, holder of the phone) or the language, so that cached pages are invalid. */
function changesReader({ pathname }) {
  return CONFIG.readers.includes(pathname) || (pathname.startsWith(CONFIG.pages) && pathname.endsWith("/side/"));
}

async function sendAndClearPages(request) {
  const answer = await fetch(request);
  if (answer.ok || answer.type === "opaqueredirect") await caches.delete(PAGES);
  return answer;
}

/** Serve a page from the network, or the copy if that fails or takes too long. Without a copy there is no timeout. */
async function servePage(event) {
  const pages = await caches.open(PAGES);
  const network = fetch(event.request).then((answer) => storePage(pages, event.request, answer));
  event.waitUntil(network.catch(() => undefined));
  const inTime = await Promise.race([network.catch(() => undefined), delay(COPY_TIMEOUT_MS)]);
  return inTime ?? (await pages.match(event.request, { ignoreVary: true })) ?? network;
}

/** Cache a page; remove one that is gone, or whose code was replaced. */
async function storePage(pages, request, answer) {
  if (answer.ok && !answer.redirected) {
    await pages.put(request, answer.clone());
    const stored = await pages.keys();
    await Promise.all(stored.slice(0, Math.max(0, stored.length - MAX_PAGES)).map((old) => pages.delete(old)));
  } else if (answer.status === 404) await pages.delete(request);
  return answer;
}

/** Serve a static file, from the cache if possible: its address changes with its content. */
async function serveFile(request) {
  const files = await caches.open(FILES);
  const copy = await files.match(request, { ignoreVary: true });
  if (copy) return copy;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request, answer.clone());
  return answer;
}

function delay(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
