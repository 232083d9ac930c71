import { isTerminal, type RunDocument } from "../../../store/runs/document.ts";
import { isRunEnd } from "../../../store/shared/run_states.ts";
import type { RunTurnRow } from "../../../store/runs/progress_view.ts";
import { queuePlaceOf } from "../../../store/runs/queue.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { turnsOf, usualVerification } from "../../control/runs/turns.ts";
import type { RunProgress } from "./progress_schemas.ts";

const STEPS = ["plan", "work", "verify", "review"] as const;
type Step = typeof STEPS[number];

/** The step that a run is in after each event; a run that starts is in its first step. */
const STEP_OF: Readonly<Record<string, Step>> = {
  "run.planned": "work",
  "run.contender_planned": "work",
  "run.race_ended": "review",
  "run.result_picked": "review",
  "run.integrated": "verify",
  "run.bundled": "review",
  "run.rework_requested": "work",
  "run.fix_requested": "work",
};

/** After these events nothing is done for a run until another one says so. */
const RESTS = ["run.created", "run.queued", "run.waiting", "run.paused"];

/** Returns where a run is, how long each step took without waiting, and what is usual for its verifier. */
export function progressOf(
  ctx: Ctx,
  run: RunDocument,
  sessions: readonly TaskSessionDocument[],
): RunProgress {
  const { spent, step, activeSince, rested } = turnTimesOf(turnsOf(ctx, run.id), firstStep(run));
  const at = step === null ? -1 : STEPS.indexOf(step);
  return {
    steps: STEPS.map((name, i) => ({
      id: name,
      status: statusOf(run, at, i, activeSince !== null),
      milliseconds: spent[name],
    })),
    activeSince,
    tasksDone: sessions.filter(({ status }) => status === "completed").length,
    tasks: sessions.length,
    restedMilliseconds: rested,
    usualVerifyMilliseconds: usualVerification(ctx, run),
    queuePlace: queuePlaceOf(ctx.store.documents, run),
  };
}

/** Nobody plans a workflow: its definition is the plan. */
const firstStep = ({ kind }: RunDocument): Step => kind === "workflow" ? "work" : "plan";

function statusOf(
  run: RunDocument,
  at: number,
  i: number,
  active: boolean,
): RunProgress["steps"][number]["status"] {
  if (i < at || (i === at && run.status === "completed")) return "done";
  if (i > at) return "todo";
  if (isTerminal(run.status)) return "ended";
  return active ? "active" : "waiting";
}

/** Adds up the time between the turns of a run; `activeSince` is when the current step started. */
export function turnTimesOf(turns: readonly RunTurnRow[], first: Step = "plan") {
  const spent: Record<Step, number> = { plan: 0, work: 0, verify: 0, review: 0 };
  let step: Step | null = null;
  let rested = 0;
  let isActive = false;
  let last: RunTurnRow | null = null;
  for (const turn of turns) {
    const milliseconds = last === null ? 0 : Date.parse(turn.at) - Date.parse(last.at);
    if (isActive && step !== null) spent[step] += milliseconds;
    else rested += milliseconds;
    // A resumed run continues where it was.
    step = turn.type === "run.started" ? step ?? first : STEP_OF[turn.type] ?? step;
    isActive = !RESTS.includes(turn.type);
    last = turn;
  }
  const hasEnded = last !== null && isRunEnd(last.type);
  return { spent, step, rested, activeSince: isActive && !hasEnded ? last!.at : null };
}
