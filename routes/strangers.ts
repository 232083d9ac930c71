import { type Access, rulesOf } from "../services/kernel/access.ts";
import type { Core } from "../services/kernel/context.ts";
import { errorResponse } from "./errors.ts";
import { type Ends, ownerOfPeer } from "./peer_owner.ts";

/** The answer to a stranger. */
export const refuseStranger = (request: Request): Response =>
  errorResponse(
    401,
    "Other accounts of this machine need a token, and this connection was not seen to be of the service's own user or of root. Make one with `agent-harness init --token`, and restart the service.",
    request.headers.get("accept"),
  );

/**
 * Tells connections of the machine's other accounts, those of programs included, from those of the service's own user and of root.
 * The check it returns is null where nobody can be a stranger: a token is needed anyway, the owner of a connection cannot be told,
 * the endpoint is open to everybody, or the request came from this process. A connection is looked up once.
 */
export function strangerCheck(
  { config, canTellOwners }: Pick<Core, "config" | "canTellOwners">,
  ownerOf: (ends: Ends) => Promise<number | null> = ownerOfPeer,
) {
  const needed = canTellOwners && config.operatorToken === null;
  const own = Deno.uid();
  const known = new WeakMap<Ends, Promise<number | null>>();
  const isStranger = async (ends: Ends): Promise<boolean> => {
    let found = known.get(ends);
    if (!found) known.set(ends, found = ownerOf(ends));
    const owner = await found;
    if (owner === null) known.delete(ends); // unseen: the next request may be luckier
    return owner === null || (owner !== own && owner !== 0);
  };
  return (access: Access, ends: Partial<Ends> | undefined): Promise<boolean> | null =>
    needed && !rulesOf(access).strangers && ends && isWhole(ends) ? isStranger(ends) : null;
}

const isWhole = (ends: Partial<Ends>): ends is Ends => ends.peer !== undefined && ends.own !== undefined;
