import { lookup } from "node:dns/promises";
import type { Core } from "../../kernel/context.ts";
import { InvalidError } from "../../kernel/errors.ts";
import { isForbiddenAddress, isThisMachine } from "../../network/address.ts";

/**
 * Throws `InvalidError` for an address that is never a model server: this service itself, and where clouds answer with their
 * credentials. A name that does not resolve now may do so later, and is taken.
 */
export async function refuseAddress({ port }: Pick<Core, "port">, baseUrl: string): Promise<void> {
  const url = URL.parse(baseUrl);
  if (url === null) return; // the schema of the file says it better
  if (url.username || url.password || url.search || url.hash) {
    // Not repeated: it may hold a key.
    throw new InvalidError("baseUrl has credentials, a query or a fragment. A key is stored as a secret.");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const addresses = await lookup(host, { all: true }).catch(() => []);
  const own = Number(url.port || (url.protocol === "https:" ? 443 : 80)) === port();
  for (const { address } of addresses) {
    if (isForbiddenAddress(address)) {
      throw new InvalidError(`The address ${url.host} is one that no model server has, and is never asked.`);
    }
    if (own && isThisMachine(address)) {
      throw new InvalidError(
        `The address ${url.host} is this service's own. Give the one of the model server.`,
      );
    }
  }
}
