import { InvalidError } from "../../errors.ts";
import { isLoopback } from "../../system/config.ts";
import type { ModelSource } from "./source.ts";

/** Where providers that publish an address are reached without one in their definition. */
const PUBLISHED: Readonly<Record<string, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
};

/**
 * The address that a provider is asked at.
 *
 * @throws {InvalidError} when there is none, it is no plain http address, or a key would travel in the clear
 */
export function baseUrlOf({ id, kind, baseUrl, secret }: ModelSource): URL {
  const given = baseUrl ?? PUBLISHED[kind];
  if (given === undefined) {
    throw new InvalidError(
      `The provider "${id}" has no baseUrl. Give it one in providers.json, such as http://127.0.0.1:11434/v1.`,
    );
  }
  const url = URL.parse(given);
  const wrong = (why: string) =>
    new InvalidError(`The baseUrl of the provider "${id}" is "${given}": ${why}`);
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong("an address with http:// or https:// is right.");
  if (url.username !== "" || url.password !== "") {
    throw wrong("it holds credentials. Store them as a secret, and name that in the definition.");
  }
  if (url.search !== "" || url.hash !== "") {
    throw wrong("it may end in a path, not in a query or a fragment.");
  }
  if (url.protocol === "http:" && secret && !isNear(url.hostname)) {
    throw wrong("the key would go over the network unencrypted. Use https://.");
  }
  return url;
}

/** True for this machine and for addresses that lie in a private network. */
export function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (
    isLoopback(host) || host.endsWith(".localhost") || host.endsWith(".local") || host.endsWith(".internal")
  ) {
    return true;
  }
  if (/^(?:10|192\.168)\./.test(host) || /^172\.(?:1[6-9]|2\d|3[01])\./.test(host)) return true;
  if (/^169\.254\./.test(host) || /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(host)) return true;
  return host.includes(":") && /^(?:f[cd]|fe[89ab])/.test(host);
}
