import { namedChanges } from "../../client/open_changes.ts";
import { recordOf } from "../../store/shared/records.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { ServiceClient } from "./connection.ts";
import type { RunRequest } from "./types.ts";

type Request = Pick<RunRequest, "repoPath" | "request">;

/** Returns the open results that change files which a request names, each with a sentence; none if that cannot be read. */
export async function openChanges(
  { call }: ServiceClient,
  { repoPath, request }: Request,
): Promise<{ id: string; words: string }[]> {
  const changed = await call("GET /approvals/changed-files", { query: { repoPath } }).catch(() => null);
  return (changed ? namedChanges(changed, request) : []).map(({ id, title, files }) => ({
    id,
    words: oneLine(`An open result changes ${files}: ${title}. This run starts without it.`),
  }));
}

/** Says which open results change files that a request names; nothing if that cannot be read. */
export async function sayWhatIsOpen(
  { output }: Shell,
  connection: ServiceClient,
  request: Request,
): Promise<void> {
  for (const { id, words } of await openChanges(connection, request)) {
    output.talk(`${paint.yellow("●")} ${words} ${paint.dim(`agent-harness review ${id}`)}`);
  }
}

/** Says the same of the run that a retry has created. */
export async function sayWhatRetryMeets(
  shell: Shell,
  connection: ServiceClient,
  key: string,
  run: unknown,
): Promise<void> {
  if (key !== "POST /runs/:id/retry") return;
  const { repoPath, request } = recordOf(run);
  if (typeof repoPath === "string" && typeof request === "string") {
    await sayWhatIsOpen(shell, connection, { repoPath, request });
  }
}
