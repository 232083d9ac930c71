import { type Access, rulesOf } from "../services/ground/kernel/access.ts";
import type { Core } from "../services/ground/kernel/context.ts";
import { errorResponse } from "./errors.ts";
import { type Ends, ownerSearch } from "./peer_owner.ts";

/** The response to a stranger. */
export const refuseStranger = (request: Request): Response =>
  errorResponse(
    401,
    "Other accounts on this machine need a token, and this connection does not come from the service's user or root. Create a token with `agent-harness init --token`, then restart the service.",
    request.headers.get("accept"),
  );

/**
 * Recognizes connections from other accounts on this machine, including those of programs.
 * The check it returns is null if no caller can be a stranger: a token is required anyway, owners cannot be determined,
 * the endpoint is public, or the request came from this process. Each connection is looked up once.
 */
export function strangerCheck(
  { config, canTellOwners }: Pick<Core, "config" | "canTellOwners">,
  ownerOf: (ends: Ends) => Promise<number | null> = ownerSearch(),
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
