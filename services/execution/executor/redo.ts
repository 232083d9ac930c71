import { approvalStream } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { contextFor, type Core } from "../../ground/kernel/context.ts";
import { type Control, hasObjects, headOf, removeDamaged } from "../../machine/repositories/mod.ts";
import { reopen } from "../../sessions/task_sessions/cards.ts";
import { withdrawAll } from "../../control/approvals/withdraw.ts";
import { commitsOf, namedBy } from "../../control/runs/commits.ts";
import { cancelChildren, failRun } from "../../control/runs/end.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { controlOf } from "../commands/control.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { requestEntryAgain } from "./entering/request_entry.ts";
import { counting, sessionsOf } from "../../control/lifecycle/sessions.ts";

/**
 * Removes damaged git objects and returns a running run to the last step whose objects are whole, in a new round: tasks with
 * lost results are done again, and with a lost base all of them. Returns false when nothing was damaged or lost.
 * An approved run needs no git objects and does not change. One whose repository itself lacks objects fails: repeating does not help.
 */
export async function redoLost(service: Core & ExecutorLive, runId: string): Promise<boolean> {
  const run = requireRun(service, runId);
  const approval = run.approvalId ? service.store.documents.get(approvalStream, run.approvalId) : null;
  if (run.status !== "running" || approval?.status === "approved") return false;
  const control = await controlOf(service, run);
  const removed = await removeDamaged(control);
  const lost = await lostCommits(service, control, run);
  if (lost.size === 0) return removed > 0;
  const ctx = contextFor(service, "coordinator");
  const gone = run.base && lost.has(run.base.commit) ? await whyGone(control) : null;
  return await service.store.commit(() => {
    const now = requireRun(ctx, runId);
    if (now.status !== "running" || now.round !== run.round) return false;
    if (gone !== null) {
      failRun(ctx, now, "invalid_input", gone);
      return true;
    }
    const rebase = lost.has(run.base!.commit) || run.rebasedFrom !== undefined;
    const again = toRedo(sessionsInside(service, now), lost, rebase);
    cancelChildren(ctx, again, `The task of the run ${runId} that started it is done again.`);
    withdrawAll(ctx, runId, again, "The task is done again.");
    for (const session of again) {
      moveSession(ctx, session.id, "queue", { round: run.round + 1 });
      requestEntryAgain(ctx, now, session);
    }
    const note = `Git objects of ${
      [...lost].map((commit) => commit.slice(0, 12)).join(", ")
    } are lost or damaged in the storage directory, so the work that needs them is repeated.`;
    service.log.error(`${note} (run ${runId})`);
    reopen(ctx, now, run.round + 1, { rebase, note, lost: [...lost] });
    return true;
  });
}

/** Returns why a base cannot be had again: the repository lacks objects of the commit that it is at. Null if it can. */
async function whyGone(control: Control): Promise<string | null> {
  const head = await headOf(control);
  if (head === null || await hasObjects(control, head.commit)) return null;
  return `Objects of the commit ${head.commit.slice(0, 12)} are missing in ${control.repository.root}: ` +
    "it is a partial clone that has not fetched them, or it is damaged. " +
    "Fetch them with git fetch --refetch --no-filter, or see what git fsck says.";
}

const sessionsInside = (service: Core, run: RunDocument): TaskSessionDocument[] =>
  counting(run, sessionsOf(service, run.id));

/** Returns the commits that the run depends on and whose objects are not all present. */
async function lostCommits(
  service: Core & ExecutorLive,
  control: Control,
  run: RunDocument,
): Promise<Set<string>> {
  const lost = new Set<string>();
  for (const commit of commitsOf(run, sessionsInside(service, run))) {
    if (!await hasObjects(control, commit)) lost.add(commit);
  }
  return lost;
}

/** Returns the sessions with a lost commit and all that depend on them; with a lost base, every session that counts. */
function toRedo(
  sessions: readonly TaskSessionDocument[],
  lost: ReadonlySet<string>,
  rebase: boolean,
): TaskSessionDocument[] {
  const wanted = sessions.filter(({ status }) => status !== "cancelled" && status !== "skipped");
  const again = new Set<string>();
  for (let before = -1; before < again.size;) {
    before = again.size;
    for (const session of wanted) {
      const loses = namedBy(session).some((commit) => lost.has(commit));
      if (rebase || loses || session.dependsOn.some((id) => again.has(id))) again.add(session.taskId);
    }
  }
  return wanted.filter(({ taskId }) => again.has(taskId));
}
