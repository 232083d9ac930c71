import { UsageError } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import { listingOf } from "../service/listing.ts";
import { pickId } from "../service/pick.ts";
import { resolveId } from "../service/resolve.ts";
import type { Shell } from "../shell.ts";
import { splitRouteKey } from "../../store/shared/route_key.ts";

/** Returns the ids in the path. At a terminal, a missing one is chosen from a list. */
export async function pathParameters(
  shell: Shell,
  connection: ServiceClient,
  { key, typed }: { key: string; typed: readonly (string | undefined)[] },
) {
  const [method, route] = splitRouteKey(key);
  if (method !== "GET" && listingOf(route, "id") === "/approvals/queue") refuseNumber(typed[0]);
  const names = [...route.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const values: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const listing = listingOf(route, name)?.replaceAll(/:(\w+)/g, (_, earlier) => values[earlier] ?? "");
    const given = typed[i] ?? await pickId(shell, connection, listing!);
    values[name] = await resolveId(connection, listing ?? null, given);
  }
  return values;
}

/** A decision names its approval: by now, the run may have another one. Throws `UsageError` for a run's number. */
function refuseNumber(typed: string | undefined): void {
  const number = /^#?(\d{1,9})$/.exec(typed ?? "")?.[1];
  if (number === undefined) return;
  throw new UsageError(
    `A decision needs the id of the approval, since #${number} is a run. To review and decide it: agent-harness review ${number}`,
  );
}
