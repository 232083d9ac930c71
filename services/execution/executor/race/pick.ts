import { approvalStream } from "../../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { isToBeWritten } from "../../../../store/shared/approved_result.ts";
import { type Contender, isThrough, type Race } from "../../../../store/runs/race.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { moveApproval } from "../../../control/lifecycle/approvals.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { sessionsOf } from "../../../control/lifecycle/sessions.ts";
import { moveSession } from "../../../control/lifecycle/task_sessions.ts";
import type { ExecutionLive } from "../../../control/runs/execution.ts";
import { requireRun, showRun } from "../../../control/runs/read_model.ts";
import type { PickInput } from "../../../control/runs/race_schemas.ts";
import type { Run } from "../../../control/runs/schemas.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { withObjectsOf } from "../../commands/control.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { combine } from "./combine.ts";
import { closeRace, recordPick, waitForPick } from "./end.ts";

/**
 * Makes the result of a contender, or changes of several, the result of its run, and asks for a decision about exactly that. What
 * is combined is verified first. Contenders that are still at work are stopped. An earlier pick no longer counts.
 *
 * @throws {InvalidError} when there is no such result, or the changes cannot be combined; nothing has changed then
 */
export async function pickResult(
  ctx: Ctx<ExecutorLive & ExecutionLive>,
  id: string,
  { parts }: PickInput,
): Promise<Run> {
  const before = requireOpen(ctx, id);
  const results = parts.map(({ contender }) => requirePickable(before, contender));
  const [only] = parts;
  const isWhole = parts.length === 1 && !only?.hunks;
  const result = isWhole
    ? undefined
    : await withObjectsOf(ctx, id, (control) => combine(ctx, control, before.run, parts, results));
  ctx.write(() => {
    const { run, race } = requireOpen(ctx, id);
    if (run.round !== before.run.round) {
      throw new InvalidError(`The run ${id} has continued in the meantime. Open its newest review.`);
    }
    withdraw(ctx, run, "Another result was picked. A new checkpoint shows it.");
    if (race.over === undefined) closeRace(ctx, run, "A person picked a result before all had ended.");
    recordPick(ctx, id, parts, result);
    moveRun(ctx, id, "proceed", { reason: "a result was picked" });
  });
  // While the run waits for an answer to one contender, others may be at work.
  await Promise.all([ctx.settled(), ctx.execution.halt(id)]);
  return showRun(ctx, requireRun(ctx, id));
}

/** Undoes the pick of a run: it waits for another one. */
export async function undoPick(ctx: Ctx<ExecutionLive>, id: string): Promise<Run> {
  const { status } = ctx.write(() => {
    const { run, race } = requireOpen(ctx, id);
    const [first] = race.picked ?? [];
    if (!first) {
      throw new InvalidError(`Nothing is picked in the run ${id}, so there is nothing to undo.`);
    }
    requirePickable({ run, race }, first.contender);
    withdraw(ctx, run, "The pick was undone.");
    const data = { round: run.round + 1 };
    record(ctx, runStream, id, [{ type: "run.pick_withdrawn", data }], contextOf(run));
    waitForPick(ctx, id);
    return run;
  });
  await Promise.all([ctx.settled(), ...(status === "running" ? [ctx.execution.halt(id)] : [])]);
  return showRun(ctx, requireRun(ctx, id));
}

/** Returns the run if something can still be picked in it. */
function requireOpen(ctx: Ctx, id: string): { run: RunDocument; race: Race } {
  const run = requireRun(ctx, id);
  const { race, status } = run;
  if (!race) throw new InvalidError(`The run ${id} has no race, so there is nothing to pick.`);
  const approval = run.approvalId ? ctx.store.documents.get(approvalStream, run.approvalId) : null;
  const isApproved = approval !== null && isToBeWritten(approval);
  if (status !== "running" && status !== "waiting" || isApproved) {
    const why = isApproved ? "its result was approved" : `it is ${status}`;
    throw new InvalidError(`Nothing can be picked in the run ${id} any more: ${why}.`);
  }
  return { run, race };
}

function requirePickable({ run, race }: { run: RunDocument; race: Race }, contender: number): Contender {
  const found = race.contenders[contender - 1];
  if (!found) {
    throw new InvalidError(
      `The run ${run.id} has no contender ${contender}. It has 1 to ${race.contenders.length}.`,
    );
  }
  if (found.bundle && found.bundle.baseCommit !== run.base?.commit) {
    throw new InvalidError(
      `Nothing else can be picked in the run ${run.id}: its result was moved to another commit than the race began from.`,
    );
  }
  const isDone = race.over !== undefined || isThrough(found);
  if (isDone && found.bundle && found.bundle.files > 0) return found;
  const why = found.lost
    ? found.lost.detail
    : isDone && found.bundle
    ? "It changed nothing."
    : "It is still at work.";
  throw new InvalidError(`The result of contender ${contender} cannot be picked. ${why}`);
}

/** The earlier pick, the checkpoint that shows it, its rework and what it waits for no longer count. */
function withdraw(ctx: Ctx, { id, approvalId, waitingFor }: RunDocument, detail: string): void {
  if (approvalId !== undefined) moveApproval(ctx, approvalId, "supersede", { detail });
  if (waitingFor?.kind === "approval") moveApproval(ctx, waitingFor.id, "cancel", { detail });
  for (const session of sessionsOf(ctx, id)) {
    if (session.contender === undefined) moveSession(ctx, session.id, "cancel", { detail });
  }
}
