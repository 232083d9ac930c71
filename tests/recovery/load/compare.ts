import type { History } from "./history.ts";
import type { Ledger, OwnRun } from "./ledger.ts";

/**
 * Compares what the clients were told with the log, after a restart and before they go on: every acknowledged creation is
 * there exactly once, every acknowledged change in its order, and of what was in doubt all or nothing. What is then known
 * is no longer in doubt.
 */
export function compare(ledger: Ledger, history: History): string[] {
  const ids = new Map<string, string[]>();
  for (const [id, { request }] of history.runs) ids.set(request, [...ids.get(request) ?? [], id]);
  return ledger.runs.filter((run) => !run.settled).flatMap((run) => {
    const found = ids.get(run.body.request) ?? [];
    if (run.id === null) return found.length > 1 ? [`${run.name} was created ${found.length} times`] : [];
    if (found.length !== 1 || found[0] !== run.id) return [`${run.name} is ${run.id}, the log has ${found}`];
    const faults = compareChanges(run, history);
    run.settled = run.ended;
    return faults;
  });
}

function compareChanges(run: OwnRun, history: History): string[] {
  const { changes, end } = history.runs.get(run.id!)!;
  const doubtful = run.inDoubt ? [...run.acknowledged, run.inDoubt] : run.acknowledged;
  const expected = changes.length > run.acknowledged.length ? doubtful : run.acknowledged;
  run.inDoubt = null;
  const [told, logged] = [JSON.stringify(expected), JSON.stringify(changes)];
  if (told !== logged) return [`${run.name} (${run.id}) was told ${told}, the log has ${logged}`];
  run.acknowledged.splice(0, Infinity, ...expected);
  return run.ended && !end ? [`${run.name} (${run.id}) had ended, and the log has no end of it`] : [];
}
