import { InvalidError } from "../../ground/kernel/errors.ts";
import { isLoopback } from "../../ground/kernel/loopback.ts";

/** Throws `InvalidError` for an address that is not https; plain http is only for this machine. */
export function requireSecure(field: string, address: string): URL {
  const url = new URL(address);
  const local = isLoopback(url.hostname.replace(/^\[|\]$/g, ""));
  if (url.protocol === "https:" || (url.protocol === "http:" && local)) {
    if (url.username === "" && url.password === "" && url.hash === "") return url;
    throw new InvalidError(`The field "${field}" has a user, a password or a fragment. Leave these out.`);
  }
  throw new InvalidError(
    `The field "${field}" is "${address}". It must start with https://; http:// is allowed only for this machine.`,
  );
}
