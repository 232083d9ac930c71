import { namedChanges } from "../../client/open_changes.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { ServiceClient } from "./connection.ts";
import type { RunRequest } from "./types.ts";

/** Says which open results change files that a request names; nothing if that cannot be read. */
export async function sayWhatIsOpen(
  { output }: Shell,
  { call }: ServiceClient,
  { repoPath, request }: RunRequest,
): Promise<void> {
  const changed = await call("GET /approvals/changed-files", { query: { repoPath } }).catch(() => null);
  for (const { id, title, files } of changed ? namedChanges(changed, request) : []) {
    const words = oneLine(`An open result changes ${files}: ${title}. This run starts without it.`);
    output.talk(`${paint.yellow("●")} ${words} ${paint.dim(`agent-harness review ${id}`)}`);
  }
}
