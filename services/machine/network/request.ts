import { parseTarget, type Target } from "./allowed_host.ts";

/** A request to the proxy: the target, and what is sent there first; a tunnel sends nothing. */
export type ProxyRequest =
  | { kind: "tunnel"; target: Target }
  | { kind: "forward"; target: Target; head: string };

/** Headers that are only between the program and this proxy. */
const HOP_BY_HOP = /^(?:proxy-[\w-]+|connection|keep-alive|host|te|upgrade)$/i;

const HEADER = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;

/**
 * Parses the head of a request, without the empty line at its end. Understands `CONNECT host:port` and `http://`
 * addresses in absolute form; returns a sentence for anything else. @see RFC 9112, sections 3.2.2 and 3.2.3
 */
export function parseRequest(head: string): ProxyRequest | string {
  const [first = "", ...lines] = head.split("\r\n");
  const [, method, address] = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(first) ?? [];
  if (method === undefined || address === undefined) return "This is not an HTTP/1 request.";
  const headers = lines.map((line) => HEADER.exec(line));
  if (headers.includes(null)) return "The request has an invalid header.";
  if (method === "CONNECT") {
    const target = parseTarget(address);
    return target ? { kind: "tunnel", target } : "CONNECT needs a host and a port.";
  }
  if (!/^http:\/\//i.test(address) || !URL.canParse(address)) {
    return "This proxy takes http:// addresses, and CONNECT for everything else.";
  }
  const url = new URL(address);
  const target = parseTarget(`${url.hostname}:${url.port || "80"}`);
  if (target === null || url.username !== "" || url.password !== "") {
    return "The address must be http://host:port/path, without a user or a password.";
  }
  const kept = headers.filter((header) => !HOP_BY_HOP.test(header![1]!)).map((header) => header![0]);
  const rewritten = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    ...kept,
    // One connection serves one request, so the next request is checked again.
    "Connection: close",
  ];
  return { kind: "forward", target, head: `${rewritten.join("\r\n")}\r\n\r\n` };
}
