import { approvalStream } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { type Contender, isThrough } from "../../../store/runs/race.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { readManifest } from "../../control/approvals/manifest.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";
import { manifestPath, patchPath } from "../../control/runs/bundle_paths.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { verifierOutputPath } from "../../control/runs/verification_paths.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import type { ContenderView, RaceView } from "./race_schemas.ts";

/** Returns how the contenders of a run's race stand. Throws `NotFoundError` for a run without one. */
export function raceOf(ctx: Ctx, id: string): RaceView {
  const run = requireRun(ctx, id);
  const { race } = run;
  if (!race) throw new NotFoundError("race of the run", id);
  const sessions = sessionsOf(ctx, id);
  const asked = Map.groupBy(
    ctx.store.documents.all(approvalStream, { runId: id }),
    ({ taskSessionId }) => taskSessionId,
  );
  return {
    runId: id,
    pick: race.pick,
    over: race.over ?? null,
    picked: race.picked ?? null,
    pickedBy: race.pickedBy ?? null,
    maxCostUsd: run.maxCostUsd ?? null,
    contenders: race.contenders.map((each, i) => {
      const tasks = sessions.filter(({ contender }) => contender === i + 1);
      const questions = tasks.reduce((sum, { id }) => sum + (asked.get(id)?.length ?? 0), 0);
      return shownContender(ctx, run, i + 1, each, { tasks, questions });
    }),
    ...comparedFiles(ctx, race.contenders),
  };
}

function shownContender(
  ctx: Ctx,
  run: RunDocument,
  contender: number,
  { worker, profile, plannedBy, evaluation, bundle, lost, fixing }: Contender,
  { tasks, questions }: { tasks: readonly TaskSessionDocument[]; questions: number },
): ContenderView {
  const waits = tasks.find(({ waitingFor }) => waitingFor)?.waitingFor;
  const costs = tasks.flatMap(({ usage }) => usage?.costUsd ?? []);
  const state = stateOf(contender, run, tasks);
  // What goes back to it is not its result.
  const hasPatch = state === "finished" && bundle !== undefined && bundle.files > 0;
  const round = evaluation?.round ?? contender;
  const found = [evaluation?.detail, evaluation?.outcome === "failed" ? fixing?.ended?.detail : undefined];
  return {
    contender,
    worker,
    plannedBy: plannedBy ?? null,
    profile: profile ?? null,
    state,
    detail: lost?.detail ?? (found.filter(Boolean).join(" ") || (waits?.detail ?? null)),
    reason: lost?.reason ?? null,
    outcome: evaluation?.outcome ?? null,
    fixRounds: fixing?.used ?? 0,
    turnsGreen: evaluation?.outcome === "passed" && evaluation.base === "failed",
    files: bundle?.files ?? null,
    additions: bundle?.additions ?? null,
    deletions: bundle?.deletions ?? null,
    costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    workMilliseconds: tasks.reduce((sum, { work }) => sum + workedUntil(ctx.now(), work), 0),
    questions,
    patchPath: hasPatch ? patchPath(round) : null,
    manifestPath: hasPatch ? manifestPath(round) : null,
    outputPath: evaluation?.outputSha256 ? verifierOutputPath(round) : null,
    taskSessionIds: tasks.map(({ id }) => id),
    picked: run.race?.picked?.some((part) => part.contender === contender) ?? false,
  };
}

const workedUntil = (now: Date, work: TaskSessionDocument["work"]): number =>
  (work?.milliseconds ?? 0) + (work?.since ? Math.max(0, now.getTime() - Date.parse(work.since)) : 0);

function stateOf(
  contender: number,
  { race }: RunDocument,
  tasks: readonly TaskSessionDocument[],
): ContenderView["state"] {
  const each = race!.contenders[contender - 1]!;
  const { lost, bundle, plannedBy } = each;
  if (lost) return "out";
  if (isThrough(each) || bundle && race!.over !== undefined) return "finished";
  if (!plannedBy) return "planning";
  if (bundle || tasks.every(({ status }) => status === "completed")) return "verifying";
  return tasks.some(({ status }) => status === "waiting") ? "waiting" : "working";
}

/** Compares the files of the results by the hash and mode that each has afterwards. */
function comparedFiles(ctx: Ctx, contenders: readonly Contender[]): Pick<RaceView, "common" | "disputed"> {
  const manifests = contenders.flatMap(({ bundle }) => {
    const manifest = bundle && readManifest(ctx, bundle.manifestSha256);
    return manifest ? [manifest] : [];
  });
  const after = Map.groupBy(
    manifests.flatMap(({ files }) =>
      files.map(({ path, after }) => ({ path, is: after ? `${after.mode} ${after.sha256}` : "gone" }))
    ),
    ({ path }) => path,
  );
  const found = [...after].map(([path, all]) => ({
    path,
    times: all.length,
    same: all.every(({ is }) => is === all[0]!.is),
  })).toSorted((a, b) => a.path < b.path ? -1 : 1);
  return {
    common: found.filter(({ times, same }) => same && times === manifests.length && times > 1).map((
      { path },
    ) => path),
    disputed: found.filter(({ times, same }) => !same && times > 1).map(({ path }) => path),
  };
}
