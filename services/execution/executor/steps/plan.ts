import type { RunDocument } from "../../../../store/runs/document.ts";
import type { SessionProfile } from "../../../../store/task_sessions/document.ts";
import { statedFor } from "../../../control/autonomy/defaults/mod.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { namedDirectory } from "../../../machine/repositories/mod.ts";
import { findProvider, keyFault } from "../../../sessions/models/providers/mod.ts";
import { sessionProfile } from "../../../workforce/profiles/session_profile.ts";
import { StepFailed } from "../../commands/interrupts.ts";
import type { RunPort } from "../../commands/ports.ts";
import { findNamedProfile } from "../../nodes/node_profile.ts";
import { planWorkflow } from "../../nodes/plan.ts";
import { waitItOut, waitOfProvider } from "../../tasks/waits.ts";
import { askForPlan } from "../work/ask_for_plan.ts";
import { recordPlan } from "../work/record_plan.ts";
import { planRace } from "../race/plan.ts";
import type { StepContext } from "../../tasks/step_context.ts";

/** Lets the worker plan the request; the run waits when no worker is available for it, and never guesses. */
export async function plan(step: StepContext): Promise<void> {
  const run = step.run();
  if (run.definitionSha256) return await planWorkflow(step, run);
  const profile = statedProfile(step, run);
  if (run.race) return await planRace(step, run.race, profile);
  const planned = await askForPlan(step, profile);
  if ("tasks" in planned) return await recordPlan(step, planned, profile);
  const { reason, detail, missing } = planned;
  if (missing) return await waitForProvider(step, run, detail);
  if (await waitItOut(step, run.round, { reason, detail })) return;
  throw new StepFailed(reason, detail);
}

/** The profile that the nearest admitted `.agent-harness.json` names for the run's directory. A missing one ends the run. */
function statedProfile({ ctx }: RunPort, { base }: RunDocument): SessionProfile | undefined {
  const stated = base && statedFor(ctx, namedDirectory(base)).find(({ profile }) => profile !== undefined);
  const name = stated?.profile;
  if (name === undefined) return undefined;
  const found = findNamedProfile(ctx, name);
  if (found) return sessionProfile(ctx, found);
  throw new StepFailed(
    "invalid_input",
    `There is no active profile "${name}", which .agent-harness.json names.`,
  );
}

/** Whether the run names a provider that only lacks a working key. */
function needsKey({ ctx }: RunPort, { worker }: RunDocument): boolean {
  const provider = worker && findProvider(ctx, worker.provider);
  return provider ? keyFault(ctx, provider) !== null : false;
}

async function waitForProvider(step: RunPort, run: RunDocument, detail: string): Promise<void> {
  const now = step.ctx.now();
  await step.advance(run.round, () => {
    const kind = needsKey(step, run) ? "auth" : "dependency";
    const waitingFor = waitOfProvider(kind, run.worker?.provider ?? "provider", { now, detail });
    moveRun(step.ctx, run.id, "wait", { waitingFor });
  });
}
