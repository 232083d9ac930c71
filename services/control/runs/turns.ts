import type { RunDocument } from "../../../store/runs/document.ts";
import type { RunTurnRow } from "../../../store/runs/progress_view.ts";
import type { Core } from "../../ground/kernel/context.ts";

/** How many earlier verifications determine what is usual. */
const LATEST = 15;

type Store = Pick<Core, "store">;

/** Returns the events after which a run did something else, or nothing, oldest first. */
export const turnsOf = ({ store }: Store, runId: string): RunTurnRow[] =>
  store.projector.tables.all<RunTurnRow>(
    "select type, at from {run_turns} where run_id = ? order by sequence",
    runId,
  );

/** Returns the median duration of the newest verifications with the same command in the same repository, or null. */
export function usualVerification({ store }: Store, { id, base, verifier }: RunDocument): number | null {
  if (!base || !verifier) return null;
  const times = store.projector.tables.all<{ milliseconds: number }>(
    `select milliseconds from {verifier_times} where repository_id = ? and command = ? and run_id <> ?
    order by sequence desc limit ${LATEST}`,
    base.repositoryId,
    verifier.command,
    id,
  ).map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? null;
}
