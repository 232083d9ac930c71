import { isLoopback } from "../services/ground/kernel/loopback.ts";

/** The port of the service, once it listens, and the other origins that it serves. */
export type Site = { host: string; port: () => number; allowedOrigins: readonly string[] };

/** Pages that another site may load: the shell, and an identity provider's redirect. */
const NAVIGABLE = /^\/(?:$|dashboard(?:\/|$)|docs$|oauth\/callback$)/;

/**
 * Refuses what a web page from another origin could send to a loopback service: a foreign `Host` (DNS rebinding), a foreign
 * `Origin`, cross-site fetches. Returns the refusal as a sentence, or null.
 */
export function loopbackGuard(site: Site) {
  let port = -1;
  let hosts = new Set<string>();
  let origins = new Set<string>();
  const refresh = () => {
    if (port === site.port()) return;
    port = site.port();
    const names = ["127.0.0.1", "localhost", "[::1]"];
    if (!isLoopback(site.host) && !["0.0.0.0", "::", "[::]"].includes(site.host)) {
      names.push(bracket(site.host));
    } else if (isLoopback(site.host)) names.push(bracket(site.host));
    const own = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
    hosts = new Set([...own, ...site.allowedOrigins.map((origin) => new URL(origin).host)]);
    origins = new Set([...own.map((host) => `http://${host}`), ...site.allowedOrigins]);
  };
  return (request: Request, path: string): string | null => {
    refresh();
    const { headers } = request;
    // A target in absolute form has its own authority, which also counts as the Host (RFC 9112, section 3.2.2).
    const named = [headers.get("host") ?? "", authorityOf(request.url)];
    const host = named.find((name) => !hosts.has(name.toLowerCase()));
    if (host !== undefined) {
      return `The Host "${host}" is not a name of this service. Use http://127.0.0.1:${port}, or add the proxy's origin to AGENT_HARNESS_ALLOWED_ORIGINS.`;
    }
    const origin = headers.get("origin");
    if (origin !== null && !origins.has(origin)) {
      return `Requests from the origin "${origin}" are refused. Add it to AGENT_HARNESS_ALLOWED_ORIGINS if it is your reverse proxy.`;
    }
    const fetchSite = headers.get("sec-fetch-site");
    if (fetchSite === null || fetchSite === "same-origin" || fetchSite === "none") return null;
    const navigation = request.method === "GET" && headers.get("sec-fetch-mode") === "navigate" &&
      headers.get("sec-fetch-dest") === "document" && NAVIGABLE.test(path);
    return navigation ? null : "Requests from another site are refused. Open this address directly.";
  };
}

/** Returns the host and port of an absolute URL without parsing all of it. */
function authorityOf(url: string): string {
  const start = url.indexOf("//") + 2;
  const end = url.slice(start).search(/[/?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

const bracket = (host: string): string => host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
