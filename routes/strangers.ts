import type { Service } from "../services/context.ts";
import { CAN_TELL_OWNERS } from "../services/system/access_mode.ts";
import type { Access } from "./endpoint.ts";
import { errorResponse } from "./errors.ts";
import { type Ends, ownerOfPeer } from "./peer_owner.ts";

/** What is open to everybody, and what checks a secret of its own. */
const OPEN: ReadonlySet<Access> = new Set(["public", "webhook", "shell"]);

/** The answer to a stranger. */
export const refuseStranger = (request: Request): Response =>
  errorResponse(
    401,
    "Other accounts of this machine need a token, and this connection was not seen to be of the service's own user. Make one with `agent-harness init --token`, and restart the service.",
    request.headers.get("accept"),
  );

/**
 * Tells connections of the machine's other accounts from those of the service's own user and of root. The check it returns is null
 * where nobody can be a stranger: a token is needed anyway, there are no other accounts, the owner of a connection cannot be told,
 * the endpoint is open to everybody, or the request came from this process.
 */
export function strangerCheck(
  { config, otherAccounts }: Pick<Service, "config" | "otherAccounts">,
  ownerOf: (ends: Ends) => Promise<number | null> = ownerOfPeer,
) {
  const needed = CAN_TELL_OWNERS && config.operatorToken === null && otherAccounts.length > 0;
  const own = Deno.uid();
  const known = new WeakSet<Ends>();
  const isStranger = async (ends: Ends): Promise<boolean> => {
    if (known.has(ends)) return false;
    const owner = await ownerOf(ends);
    const trusted = owner !== null && (owner === own || owner === 0);
    if (trusted) known.add(ends);
    return !trusted;
  };
  return (access: Access, ends: Partial<Ends> | undefined): Promise<boolean> | null =>
    needed && !OPEN.has(access) && ends && isWhole(ends) ? isStranger(ends) : null;
}

const isWhole = (ends: Partial<Ends>): ends is Ends => ends.peer !== undefined && ends.own !== undefined;
