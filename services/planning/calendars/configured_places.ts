import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { isWithin } from "../../ground/kernel/is_within.ts";
import { isForbiddenAddress } from "../../machine/network/address.ts";
import { parseTarget, showTarget, type Target } from "../../machine/network/allowed_host.ts";
import { isExposed, readDestination } from "../../accounts/outbound/destination.ts";

/** Throws for an address that is never contacted, such as a link-local one, instead of only when it would be. */
export function requireReachable(target: Target): void {
  if (isIP(target.host) === 0 || !isForbiddenAddress(target.host)) return;
  throw new InvalidError(
    `${showTarget(target)} is an address that is never contacted: it is link-local, multicast or reserved.`,
  );
}

/** Throws unless a text is the exact address of a server on the operator's own network; `what` names it. */
export function requirePrivateHost(what: string, text: string): void {
  const target = parseTarget(text);
  if (target === null) throw new InvalidError(`${what} must be a host and port, such as 192.168.1.10:8080.`);
  requireReachable(target);
}

/** Throws unless a path is one that a source may be read from. */
export function requirePath({ config: { storageDirectory } }: Ctx, id: string, path: string | null): void {
  if (path === null || !isAbsolute(path) || resolve(path) !== path.replace(/(?<=.)\/$/, "")) {
    throw new InvalidError(`The source "${id}" needs an absolute path, such as /home/me/calendar.ics.`);
  }
  if (isWithin(path, storageDirectory)) {
    throw new InvalidError(`The path of the source "${id}" is in the storage directory of this service.`);
  }
}

/** Throws unless a source's address is one that it could be read from. */
export function requireAddress(
  id: string,
  { kind, url, privateHost, secretId, username }: SourceConfig,
): void {
  if (url === null) throw new InvalidError(`The source "${id}" needs a url.`);
  const destination = readDestination(webAddress(url));
  requireReachable(destination.target);
  if (privateHost !== null) requirePrivateHost(`The privateHost of the source "${id}"`, privateHost);
  if (username !== null && secretId === null) {
    throw new InvalidError(`The source "${id}" has a username, so it needs the secretId of its password.`);
  }
  if ((secretId !== null || kind === "google") && isExposed(destination, privateHost)) {
    throw new InvalidError(
      `The source "${id}" would send its secret over http. Use https or, on your own network, the privateHost ${
        showTarget(destination.target)
      }.`,
    );
  }
}

/** Returns a feed's web address: `webcal:` is another name for `https:`. */
export const webAddress = (url: string): string => url.replace(/^webcals?:/i, "https:");
