import type { Race } from "../../../../store/runs/race.ts";
import type { SessionProfile } from "../../../../store/task_sessions/document.ts";
import { sessionProfile } from "../../../workforce/profiles/session_profile.ts";
import { knownFailure, type RunFailure } from "../../commands/interrupts.ts";
import { findNamedProfile } from "../../nodes/node_profile.ts";
import { askForPlan } from "../work/ask_for_plan.ts";
import { recordPlan } from "../work/record_plan.ts";
import type { StepContext } from "../../tasks/step_context.ts";
import { ContenderStep } from "./contender_step.ts";
import { lose } from "./lose.ts";

/** Lets each contender plan the request for itself. One that cannot is out; the others go on. */
export async function planRace(
  step: StepContext,
  { contenders }: Race,
  stated: SessionProfile | undefined,
): Promise<void> {
  const open = contenders.flatMap(({ plannedBy, lost, profile }, i) =>
    plannedBy || lost ? [] : [{ contender: i + 1, profile }]
  );
  const ended = await Promise.allSettled(open.map(async ({ contender, profile }) => {
    const failure = await planFor(new ContenderStep(step, contender), profile, stated);
    if (failure) await lose(step, contender, failure);
  }));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
}

async function planFor(
  step: ContenderStep,
  name: string | undefined,
  stated: SessionProfile | undefined,
): Promise<RunFailure | null> {
  const found = name === undefined ? null : findNamedProfile(step.ctx, name);
  if (name !== undefined && !found) {
    return { reason: "invalid_input", detail: `There is no active profile "${name}" any more.` };
  }
  const profile = found ? sessionProfile(step.ctx, found) : stated;
  try {
    const planned = await askForPlan(step, profile);
    if (!("tasks" in planned)) return planned;
    await recordPlan(step, planned, profile);
    return null;
  } catch (cause) {
    const failure = knownFailure(cause);
    if (!failure) throw cause;
    return failure;
  }
}
