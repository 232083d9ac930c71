import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../exit_codes.ts";
import { inPages } from "../../client/in_pages.ts";
import type { ServiceClient } from "../service/connection.ts";

const PAGE = 200;

/** Returns the file of the backup to continue. Throws `UsageError` if there is none. */
export function fileOf(typed: string): string {
  const path = resolve(typed);
  if (existsSync(path)) return Deno.realPathSync(path);
  throw new UsageError(`The file ${path} does not exist. Name the file of the backup to continue.`);
}

/** Returns the id of the backup to continue, which was named by its file or its id. Throws `UsageError`. */
export async function idOf(connection: ServiceClient, typed: string): Promise<string> {
  if (!existsSync(resolve(typed))) return typed;
  const path = fileOf(typed);
  const read = async (query: { limit: number; offset: number }) =>
    (await connection.call("GET /control-plane/backups", { query })).items;
  for await (const each of inPages(PAGE, read)) {
    if (existsSync(each.path) && Deno.realPathSync(each.path) === path) return each.id;
  }
  throw new UsageError(
    `The service did not create ${path}, so it cannot continue it. Name one of \`agent-harness backups list\`.`,
  );
}
