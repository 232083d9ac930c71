import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { inPages } from "../../client/in_pages.ts";
import type { ServiceClient } from "../service/connection.ts";
import { resolveId } from "../service/resolve.ts";
import type { QueueItem } from "../service/types.ts";
import { baseName } from "../../client/words.ts";
import { oneLine } from "../terminal/neutralise.ts";

const PAGE = 100;

/**
 * Returns a checkpoint by its id or prefix, by its run or the run's number, or by default the only one that waits. Returns null
 * if nothing waits. Of several, it is the only one of the repository in which the command runs. Throws if it does not wait, or if
 * several do.
 */
export async function findApproval(
  connection: ServiceClient,
  typed: string | undefined,
): Promise<QueueItem | null> {
  if (typed === undefined) {
    const items = await waitingItems(connection);
    if (items.length <= 1) return items[0] ?? null;
    const [here, ...others] = items.filter((item) => isOf(item, Deno.cwd()));
    if (here && others.length === 0) return here;
    throw new UsageError([
      "Several approvals are waiting. Name one:",
      ...items.slice(0, 10).map(({ id, approval, run }) =>
        `  agent-harness review ${id}   ${oneLine(approval.title)}${
          run === null ? "" : oneLine(` (#${run.number}, ${baseName(run.repoPath)})`)
        }`
      ),
    ].join("\n"));
  }
  const id = /^run_|^#?[1-9]\d*$/.test(typed)
    ? await approvalOfRun(connection, typed)
    : await resolveId(connection, "/approvals/queue", typed);
  const found = await inQueue(connection, id);
  if (found) return found;
  throw new ExitError(
    EXIT.notFound,
    `No waiting approval has the id "${id}". List them with \`agent-harness approvals queue\`.`,
  );
}

async function approvalOfRun(connection: ServiceClient, typed: string): Promise<string> {
  const id = await resolveId(connection, "/runs", typed);
  const run = await connection.call("GET /runs/:id", { params: { id } });
  if (run.waitingFor?.kind === "approval") return run.waitingFor.id;
  if (run.waitingFor?.id === id) {
    throw new ExitError(
      EXIT.notFound,
      `The run ${id} has several results. Pick one: agent-harness race ${id}`,
    );
  }
  // An undo waits without its run, which has ended.
  const [only, ...others] = (await waitingItems(connection)).filter(({ approval }) => approval.runId === id);
  if (only && others.length === 0) return only.id;
  throw new ExitError(EXIT.notFound, `The run ${id} is ${run.status} and has no waiting approval.`);
}

/** Returns the waiting approvals, those of the repository in which the command runs first, then what expires soonest; at most 100. */
export async function waitingItems({ call }: ServiceClient): Promise<QueueItem[]> {
  const { items } = await call("GET /approvals/queue", { query: { limit: PAGE } });
  const here = Deno.cwd();
  return items.toSorted((a, b) => Number(isOf(b, here)) - Number(isOf(a, here)));
}

/** Whether a checkpoint is of a run in the repository that a directory is in. */
const isOf = ({ run }: QueueItem, directory: string): boolean =>
  run !== null && (directory === run.repoPath || directory.startsWith(`${run.repoPath}/`));

/** Returns the queue's item with that id, or null. */
export async function inQueue({ call }: ServiceClient, id: string): Promise<QueueItem | null> {
  const read = async (query: { limit: number; offset: number }) =>
    (await call("GET /approvals/queue", { query })).items;
  for await (const item of inPages(PAGE, read)) if (item.id === id) return item;
  return null;
}
