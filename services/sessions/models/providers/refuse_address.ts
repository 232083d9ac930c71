import { lookup } from "node:dns/promises";
import type { Core } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { isForbiddenAddress, isThisMachine } from "../../../machine/network/address.ts";

/**
 * Throws `InvalidError` for an address that is never a model server: this service itself, and the addresses of cloud metadata.
 * A name that does not resolve now may do so later, and is accepted.
 */
export async function refuseAddress({ port }: Pick<Core, "port">, baseUrl: string): Promise<void> {
  const url = URL.parse(baseUrl);
  if (url === null) return; // the schema of the file has a better message
  if (url.username || url.password || url.search || url.hash) {
    // Do not repeat it: it may contain a key.
    throw new InvalidError(
      "baseUrl contains credentials, a query or a fragment. Remove them, and store a key as a secret.",
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const addresses = await lookup(host, { all: true }).catch(() => []);
  const own = Number(url.port || (url.protocol === "https:" ? 443 : 80)) === port();
  for (const { address } of addresses) {
    if (isForbiddenAddress(address)) {
      throw new InvalidError(
        `The address ${url.host} cannot be a model server, so it is not allowed. Give another address.`,
      );
    }
    if (own && isThisMachine(address)) {
      throw new InvalidError(
        `The address ${url.host} is this service's own. Give the address of the model server.`,
      );
    }
  }
}
