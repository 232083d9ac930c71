/** What a browser, or something that plays one, may say of where a request comes from. */
export type Provenance = {
  host: string | null;
  origin: string | null;
  fetch: Readonly<Record<string, string>>;
};

/** The proxies of the site under test. */
export const PROXIES = ["https://harness.example", "http://proxy.local:8080"] as const;

const OWN = ["127.0.0.1:4317", "localhost:4317", "[::1]:4317"] as const;
const GOOD_HOSTS: ReadonlySet<string> = new Set([
  ...OWN,
  "LOCALHOST:4317",
  "harness.example",
  "proxy.local:8080",
]);
const GOOD_ORIGINS: ReadonlySet<string> = new Set([...OWN.map((host) => `http://${host}`), ...PROXIES]);

const HOSTS = [
  ...GOOD_HOSTS,
  "evil.example",
  "evil.example:4317",
  "127.0.0.1.nip.io:4317",
  "0.0.0.0:4317",
  "127.0.0.1",
  "127.0.0.1:4318",
  "localhost:80",
  "localhost.:4317",
  "127.1:4317",
  "127.0.0.1:4317, evil.example",
  "evil.example@127.0.0.1:4317",
  "proxy.local",
  "",
];

const ORIGINS = [
  null,
  ...GOOD_ORIGINS,
  "http://localhost:3000",
  "http://localhost",
  "http://127.0.0.1:4318",
  "https://127.0.0.1:4317",
  "https://evil.example",
  "null",
  "",
  "chrome-extension://abcdefghijklmnop",
  "file://",
  "http://harness.example",
  "https://harness.example.evil.example",
  "http://127.0.0.1:4317/",
  "http://127.0.0.1:4317 https://evil.example",
];

const NAVIGATION = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const FETCHES: readonly Readonly<Record<string, string>>[] = [
  {},
  { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
  { "sec-fetch-site": "none", ...NAVIGATION },
  { "sec-fetch-site": "cross-site", ...NAVIGATION, "sec-fetch-user": "?1" },
  { "sec-fetch-site": "same-site", ...NAVIGATION },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" },
  { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "websocket", "sec-fetch-dest": "websocket" },
  { "sec-fetch-site": "nonsense" },
];

/** Every combination of Host, Origin and Sec-Fetch-*. */
export const PROVENANCES: readonly Provenance[] = HOSTS.flatMap((host) =>
  ORIGINS.flatMap((origin) => FETCHES.map((fetch) => ({ host, origin, fetch })))
);

/** What a page of another site may open: the shell, its pages, the API's description, and an identity provider's return. */
const SHELL = new Set(["/", "/dashboard", "/dashboard/runs/x", "/docs", "/oauth/callback"]);

/** Whether the design's rules let a request through to the routes at all. */
export function passes({ host, origin, fetch }: Provenance, method: string, path: string): boolean {
  if (host === null || !GOOD_HOSTS.has(host)) return false;
  if (origin !== null && !GOOD_ORIGINS.has(origin)) return false;
  const site = fetch["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return true;
  return method === "GET" && fetch["sec-fetch-mode"] === "navigate" &&
    fetch["sec-fetch-dest"] === "document" &&
    (SHELL.has(path) || path.startsWith("/dashboard/"));
}

/** Paths of the shell and of its neighbours, besides the declared ones. */
export const SHELL_PATHS: readonly string[] = [
  ...SHELL,
  "/dashboardx",
  "/docs/x",
  "/oauth/callback/x",
  "/runs",
];

/** The headers of a request of that provenance. */
export function headersFrom({ host, origin, fetch }: Provenance): Headers {
  const headers = new Headers(fetch);
  if (host !== null) headers.set("host", host);
  if (origin !== null) headers.set("origin", origin);
  return headers;
}
