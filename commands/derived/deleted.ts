import { ApiError, fillPath } from "../../client/client.ts";
import { splitRouteKey } from "../../store/shared/route_key.ts";
import { recordOf } from "../../store/shared/records.ts";
import type { ServiceClient } from "../service/connection.ts";
import { listed } from "../service/listing.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { requireYes } from "../terminal/terminal.ts";
import type { Derived } from "./command.ts";
import { listCommands } from "./commands.ts";

/** Returns whether the command deletes permanently, so that a person at a terminal is asked first. */
export const isDeletion = ({ words }: Derived): boolean => words.at(-1) === "delete";

/** Asks before a command deletes. Throws `ApiError` where the record does not exist: nobody is asked about that. */
export async function askBeforeDeletion(
  { terminal }: Pick<Shell, "terminal">,
  connection: ServiceClient,
  derived: Derived,
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  if (!isDeletion(derived)) return;
  await requireYes(terminal, `Delete ${await nameDeleted(connection, derived, ids)} for good?`, false);
}

async function nameDeleted(
  { send }: ServiceClient,
  { key }: Derived,
  ids: Readonly<Record<string, string>>,
): Promise<string> {
  const id = Object.values(ids).join(" ");
  const route = splitRouteKey(key)[1].replace(/\/delete$/, "");
  if (!(await listCommands()).some((each) => each.key === `GET ${route}`)) return id;
  const response = await send(fillPath(route, ids), { method: "GET" });
  const found: unknown = await response.json();
  if (!response.ok) throw new ApiError(response.status, String(recordOf(found).error));
  const [{ number, title } = { number: null, title: "" }] = listed(found);
  const name = title === "" ? id : `"${oneLine(title)}"`;
  return number === null ? name : `#${number} ${name}`;
}
