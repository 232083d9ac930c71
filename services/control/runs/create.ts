import type { RequestedRace } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { z } from "zod";
import type { runEvents } from "../../../store/runs/events.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { findTemplate, TEMPLATES } from "../workflows/templates.ts";
import { requireRun, showRun } from "./read_model.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import { raceFields } from "./race.ts";
import type { CreateCoordinatorRunInput, CreateRunInput, Run } from "./schemas.ts";
import { newRun } from "../lifecycle/runs.ts";

type Created = z.input<typeof runEvents["run.created"]>;
/** The recorded fields of a new run; a setup of null means none. */
export type NewRunFields = Omit<Created, "setup" | "noSetup" | "race"> & {
  setup?: Created["setup"] | null;
  race?: RequestedRace | undefined;
};

/** Queues a run that a coordinator plans. */
export const createCoordinatorRun = (ctx: Ctx, input: CreateCoordinatorRunInput): Run =>
  queueRun(ctx, { ...input, kind: "coordinator", attempt: 1 });

/** Queues a run of a template; without a template the request is done in its written order. */
export function createTemplateRun(ctx: Ctx, input: Omit<CreateRunInput, "workflowId">): Run {
  requireTemplate(input);
  refuseInputs(input, input.inputs);
  return queueRun(ctx, { ...input, kind: "workflow", attempt: 1 });
}

/** Throws `InvalidError` for inputs that nothing would read: a template that is run has its request instead. */
export function refuseInputs(
  { workflowTemplateId = null }: { workflowTemplateId?: string | null | undefined },
  inputs: Record<string, unknown> | null | undefined,
): void {
  const [name] = Object.keys(inputs ?? {});
  if (name === undefined) return;
  const what = workflowTemplateId === null
    ? "A run without a workflow"
    : `The workflow template "${workflowTemplateId}"`;
  throw new InvalidError(
    `${what} takes its request instead of inputs, so inputs.${name} would have no effect. Leave inputs out.`,
  );
}

/** Throws `InvalidError` if the named template does not exist, or is a definition that has to be saved. */
function requireTemplate({ workflowTemplateId }: Pick<Created, "workflowTemplateId">): void {
  if (workflowTemplateId === undefined) return;
  const template = findTemplate(workflowTemplateId);
  if (template?.mode) return;
  if (template) {
    throw new InvalidError(
      `The template "${workflowTemplateId}" is a definition. Save its source with POST /saved-workflows, and send the new id as workflowId with its inputs.`,
    );
  }
  const ids = TEMPLATES.filter(({ mode }) => mode !== null).map(({ id }) => id);
  throw new InvalidError(
    `There is no workflow template "${workflowTemplateId}". Choose one of: ${ids.join(", ")}.`,
  );
}

/** Records a new run and its place in the queue. All events of one that a conversation starts name that conversation. */
export function queueRun(
  ctx: Ctx,
  { setup, race, ...input }: NewRunFields,
  { id = ctx.newId("run"), conversationId }: { id?: string; conversationId?: string | undefined } = {},
): Run {
  requireTemplate(input);
  const chosen = setup === null ? { noSetup: true } : { ...(setup && { setup }) };
  const raced = raceFields(race, input);
  const data = { ...input, ...raced, ...chosen, repoPath: resolveRepoPath(ctx, input.repoPath) };
  record(ctx, runStream, id, newRun(data), {
    runId: id,
    expectedVersion: 0,
    ...(conversationId && { conversationId }),
  });
  return showRun(ctx, requireRun(ctx, id));
}
