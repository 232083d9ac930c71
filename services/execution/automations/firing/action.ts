import type { AutomationAction, Trigger, WorkflowAction } from "../../../../store/automations/document.ts";
import type { Fire } from "../../../../store/automations/events.ts";
import { workflowStream } from "../../../../store/workflows/stream.ts";
import type { WorkflowStart } from "../../../../store/workflows/document.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, ServiceError } from "../../../ground/kernel/errors.ts";
import { resolveRepoPath } from "../../../machine/repositories/repo_path.ts";
import { queueRun } from "../../../control/runs/create.ts";
import { raceFields } from "../../../control/runs/race.ts";
import { startWorkflowRun } from "../../../control/runs/start_workflow.ts";
import { checkInputs } from "../../../control/workflows/language/inputs.ts";
import { requireVersion } from "../../../control/workflows/read_model.ts";

/** The fire that starts a run, and what the run may read about its trigger. */
type RunCause =
  & { automationId: string; fireId: string; inputsFromOutside?: true }
  & Pick<
    Fire,
    "trigger" | "dueAt" | "bodySha256" | "materialId" | "eventSequence"
  >;

/** Queues the run that an action asks for, in the caller's unit. */
export function startAction(
  ctx: Ctx,
  action: AutomationAction,
  { automationId, fireId, trigger: kind, inputsFromOutside, ...cause }: RunCause,
): string {
  const origin = { automationId, fireId, trigger: { kind, automationId, ...cause } };
  if (action.kind === "run") {
    return queueRun(ctx, { ...requestOf(action), ...origin, kind: "coordinator", attempt: 1 }).id;
  }
  const { kind: _, version, fix: _fix, ...request } = action;
  return startWorkflowRun(ctx, {
    ...request,
    ...origin,
    inputsFromOutside,
    version: version ?? undefined,
  }).id;
}

/** Returns what a run is asked for. What a failed task does has a default, which has no effect in a race. */
function requestOf({ kind: _, onFailure, ...request }: Exclude<AutomationAction, WorkflowAction>) {
  return { ...request, ...(onFailure && !request.race && { onFailure }) };
}

/** Returns the names of the inputs that each delivery gives. */
export const deliveredNames = (trigger: Trigger): string[] =>
  trigger.kind === "webhook" ? Object.keys(trigger.inputs ?? {}) : [];

/** Returns an action as it is recorded; `later` names inputs that come later. Throws `InvalidError` if it cannot be done. */
export function defineAction(
  ctx: Ctx,
  action: AutomationAction,
  later: readonly string[] = [],
): AutomationAction {
  if (action.kind === "run") {
    const { race, ...request } = requestOf(action);
    raceFields(race, request);
    return { ...action, repoPath: resolveRepoPath(ctx, action.repoPath, "action.repoPath") };
  }
  const inputs = checkWorkflow(ctx, action, later);
  const { repoPath } = action;
  return {
    ...action,
    inputs,
    ...(repoPath !== undefined && { repoPath: resolveRepoPath(ctx, repoPath, "action.repoPath") }),
  };
}

/** Returns why an action cannot be done now, or null; `later` names inputs that come later. */
export function objectionTo(
  ctx: Ctx,
  action: AutomationAction,
  later: readonly string[] = [],
): string | null {
  try {
    defineAction(ctx, action, later);
    return action.kind === "run" ? null : objectionToVersion(ctx, action);
  } catch (cause) {
    if (cause instanceof ServiceError) return cause.message;
    throw cause;
  }
}

/** Only an active version runs, also by hand. */
function objectionToVersion({ store }: Ctx, { workflowId, version }: WorkflowAction): string | null {
  const active = store.documents.get(workflowStream, workflowId)?.activeVersion ?? null;
  if (active === null) return `The workflow ${workflowId} is not active. Activate a version of it.`;
  if (version === null || version === active) return null;
  return `The version ${version} of ${workflowId} is not active. The active version is ${active}.`;
}

/** Returns the version of a workflow that an action would run now; null if none is active. */
export const activeVersionOf = (
  { store }: Pick<Ctx, "store">,
  { workflowId, version }: WorkflowAction,
): number | null => version ?? store.documents.get(workflowStream, workflowId)?.activeVersion ?? null;

/** Returns the inputs of a run. Throws `InvalidError` if the workflow is gone or cannot take them. */
export function checkWorkflow(
  ctx: Ctx,
  action: WorkflowAction,
  later: readonly string[] = [],
): Record<string, unknown> {
  const { workflowId, inputs, repoPath } = action;
  const workflow = ctx.store.documents.get(workflowStream, workflowId);
  if (!workflow || workflow.deletedAt !== null) {
    throw new InvalidError(`There is no saved workflow with the id "${workflowId}".`);
  }
  const { start } = requireVersion(ctx, workflow, activeVersionOf(ctx, action) ?? workflow.latestVersion);
  const defaults = JSON.parse(start) as WorkflowStart;
  if (repoPath === undefined && defaults.repoPath === undefined) {
    throw new InvalidError(
      `The workflow ${workflowId} has no repository: its definition has no repoPath. Give action.repoPath.`,
    );
  }
  checkInputs(defaults, inputs, later);
  return inputs;
}
