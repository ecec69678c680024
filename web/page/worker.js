// Lets the page open where the server is not to be reached, or not yet: its files come from the server when it answers,
// else from the last time. What the server computes is never kept here: no old value is shown as a new one.

const KEPT = 'millwright-page';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Whether a request is for a file of the page. */
function isPageFile({ method, url }) {
  const { origin, pathname } = new URL(url);
  return method === 'GET' && origin === self.location.origin && !/\/(api|image|report|healthz|readyz|metrics)(\/|$)/.test(pathname);
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  // The same file, whatever is asked of it: `?embed` is a matter of the page.
  const key = request.url.split(/[?#]/)[0];
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(key, fresh.clone());
    return fresh;
  } catch (error) {
    const old = await kept.match(key);
    if (old) return old;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  if (isPageFile(event.request)) event.respondWith(answer(event.request));
});
