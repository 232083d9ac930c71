import { isAtRest } from "../../service/follow.ts";
import type { FetchedRun } from "../../service/types.ts";
import { isTerminal } from "../../../store/shared/run_states.ts";
import type { Calling } from "../tool.ts";
import { pageOf } from "../tool.ts";

/** Returns what one needs to know of a run to go on: its state, who acts next, and where a person decides. */
export function overviewOf({ connection }: Calling, run: FetchedRun) {
  const { id, number, status, summary, nextMove, waitingFor } = run;
  return {
    run: `#${number}`,
    id,
    status,
    ended: isTerminal(status),
    needsPerson: !isTerminal(status) && isAtRest(run),
    summary,
    next: nextMove && `${nextMove.owner}: ${nextMove.what}`,
    page: waitingFor?.kind === "approval" && waitingFor.id
      ? pageOf(connection, "approvals", waitingFor.id)
      : pageOf(connection, "runs", id),
  };
}
