/// <reference lib="webworker" />
import { isShellFile, SHELL_CACHE, SHELL_PAGE } from "./shell_files.ts";

// Caches the dashboard's own files, so that the app opens without the service, and handles clicks on notifications. It
// serves only those files: no response of the API passes through here, and no page with a token in its address is in scope.

const worker = self as unknown as ServiceWorkerGlobalScope;

worker.addEventListener("install", () => void worker.skipWaiting());

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  const own = request.method === "GET" && origin === worker.location.origin &&
    !request.headers.has("authorization");
  if (!own) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (search === "" && isShellFile(pathname)) event.respondWith(file(request, pathname));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  event.waitUntil(open(path));
});

/** All paths of the dashboard are served by the same page. */
async function page(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await keep(SHELL_PAGE, response.clone());
    return response;
  } catch (cause) {
    return await kept(SHELL_PAGE) ?? Promise.reject(cause);
  }
}

/** Returns a file. One with a hash in its name never changes; of the others, the service has the newest version. */
async function file(request: Request, pathname: string): Promise<Response> {
  if (/-[A-Z0-9]{8}\.js$/.test(pathname)) {
    const found = await kept(pathname);
    if (found) return found;
  }
  try {
    const response = await fetch(request);
    if (response.ok) await keep(pathname, response.clone());
    return response;
  } catch (cause) {
    return await kept(pathname) ?? Promise.reject(cause);
  }
}

async function kept(path: string): Promise<Response | undefined> {
  return await (await caches.open(SHELL_CACHE)).match(path);
}

/** Another script is another build, so the files of the previous one are removed. */
async function keep(path: string, response: Response): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  if (path === "/dashboard/app.js") {
    const before = (await cache.match(path))?.headers.get("etag");
    if (before !== undefined && before !== response.headers.get("etag")) {
      for (const { url } of await cache.keys()) {
        if (new URL(url).pathname.startsWith("/assets/")) await cache.delete(url);
      }
    }
  }
  // A copy without the requested address, which contains ids and search words.
  await cache.put(path, new Response(await response.blob(), { headers: response.headers }));
}

/** Shows a page in an open window, or in a new one. */
async function open(path: string): Promise<void> {
  if (!path.startsWith("/dashboard")) return;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  // The URL of a window that was opened with a token still has its initial value.
  const [client] = windows.filter(({ url }) => /^\/(?:dashboard|$)/.test(new URL(url).pathname));
  if (!client) return void await worker.clients.openWindow(path);
  client.postMessage({ path });
  await client.focus();
}
