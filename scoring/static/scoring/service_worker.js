// Keeps the table's page for when there is no signal. The server puts BUILD, SHELL (the addresses of everything that the
// page is made of) and START (the page an installed one begins with) before this text.
//
// The server is asked first, always: what it says is never older than what is kept. Lines and states are none of its
// business, they go past it; the page keeps its own sheet and queue.

const PARTS = `right-bower.parts.${BUILD}`;
const TABLES = "right-bower.tables";
const MOST_TABLES = 4;
const PATIENCE = 4_000; // milliseconds for a server that may be behind a dead Wi-Fi

const fromStore = new Set(); // pages that came from the store: their parts come from there at once

async function install() {
  const parts = await caches.open(PARTS);
  await parts.addAll([...SHELL, START].map((address) => new Request(address, { cache: "reload" })));
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("right-bower.parts.") && name !== PARTS);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function keep(path, answer) {
  const tables = await caches.open(TABLES);
  await tables.delete(path);
  await tables.put(path, answer);
  const kept = await tables.keys();
  await Promise.all(kept.slice(0, -MOST_TABLES).map((one) => tables.delete(one)));
}

/** The server's answer, unless it takes too long. */
function soon(request, patience) {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), patience);
  return fetch(request, { signal: ending.signal }).finally(() => clearTimeout(timer));
}

async function page(event, path) {
  const copy = await caches.match(path);
  try {
    const answer = await (copy ? soon(event.request, PATIENCE) : fetch(event.request));
    if (answer.status >= 500 && copy) throw new Error("in trouble");
    if (answer.ok && !answer.redirected && path !== START) await keep(path, answer.clone());
    if (answer.status === 404 || answer.status === 410) await (await caches.open(TABLES)).delete(path);
    return answer;
  } catch (broke) {
    if (!copy) throw broke;
    fromStore.add(event.resultingClientId);
    return copy;
  }
}

async function part(event) {
  const kept = () => caches.match(event.request, { cacheName: PARTS });
  if (fromStore.has(event.clientId)) return (await kept()) || fetch(event.request);
  try {
    return await fetch(event.request);
  } catch (broke) {
    const copy = await kept();
    if (!copy) throw broke;
    return copy;
  }
}

/** A page that was open before there was a worker is fetched once more, to be kept. */
async function fetchAndKeep(path) {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (answer.ok && !answer.redirected) await keep(path, answer);
}

self.addEventListener("message", (event) => {
  const { keep: path } = event.data || {};
  if (typeof path === "string" && path.startsWith(START)) event.waitUntil(fetchAndKeep(path).catch(() => null));
});
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (!search || search.startsWith("?recorded=")) event.respondWith(page(event, pathname));
  } else if (SHELL.includes(pathname)) event.respondWith(part(event));
});
