import { namedDirectory } from "../../../machine/repositories/mod.ts";
import type { RepositoryRunRow } from "../../../../store/coordinator/repository_history_view.ts";
import { type ChecklistCheck, ok, warn, withoutPlace } from "./item.ts";
import { counted } from "../../../ground/kernel/words.ts";

/** How many of the newest ended runs count. */
const LOOKED_AT = 5;

/** Checks what recently failed here. Only reasons and ids: the texts stay with the runs. */
export const pastFailures: ChecklistCheck = {
  check: "past_failures",
  title: "Earlier runs in this repository succeeded",
  look: ({ ctx, place }) => {
    if (!place) return withoutPlace();
    const newest = (status: string) =>
      ctx.store.projector.tables.all<RepositoryRunRow>(
        "select * from {repository_runs} where root = ? and status = ? order by sequence desc limit ?",
        namedDirectory(place.repository),
        status,
        LOOKED_AT,
      );
    const failed = newest("failed");
    if (failed.length === 0) return ok("No run failed in this repository.");
    const since = newest("completed")[0];
    const ids = failed.map(({ run_id }) => run_id);
    const list = failed.map(({ run_id, reason }) => `${run_id} (${reason})`).join(", ");
    if (since && since.sequence > failed[0]!.sequence) {
      return ok(`The last run here, ${since.run_id}, completed; before that failed ${list}.`, [
        since.run_id,
        ...ids,
      ]);
    }
    return warn(
      `${counted(failed.length, "failure")} here: ${list}. No run has completed since.`,
      "Ask `why did it fail` before you start another run.",
      ids,
    );
  },
};
