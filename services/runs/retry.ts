import { isTerminal, requestFieldSchema, type RunDocument } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import { requireWorkflow } from "../workflows/read_model.ts";
import { queueRun, refuseInputs } from "./create.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { startWorkflowRun } from "./start_workflow.ts";
import { isFromAgent } from "./origin.ts";
import { requestOf, requireRun } from "./read_model.ts";
import type { RetryRunInput, Run } from "./schemas.ts";

/** Queues a new run from a run's configuration, with the fields corrected that are given. The source stays as it is. */
export function retryRun(ctx: Ctx, id: string, { resume, ...input }: RetryRunInput): Run {
  const source = requireRun(ctx, id);
  const {
    worker,
    verifier,
    setup,
    capabilityClass,
    onFailure,
    onRed,
    fix,
    workflowTemplateId,
    inputs,
    trigger,
  } = source;
  const workflowId = (input.workflowId === undefined ? source.workflowId : input.workflowId) ?? undefined;
  const kept = {
    worker,
    verifier,
    setup: source.noSetup ? null : setup,
    capabilityClass,
    onFailure,
    onRed,
    workflowTemplateId,
    trigger,
    // The nodes of a workflow say what is done again.
    ...(workflowId === undefined ? { fix } : { inputs }),
  };
  if (resume && (workflowId === undefined || workflowId !== source.workflowId)) {
    throw new InvalidError(`The run ${id} is of no workflow that it could go on in. Leave resume out.`);
  }
  if (workflowId === undefined) refuseInputs({ ...kept, ...input }, input.inputs);
  const fields = Object.fromEntries(
    Object.entries({ ...kept, ...input }).filter(([field, value]) =>
      value !== undefined && (value !== null || field === "setup")
    ),
  );
  const fromAgent = requestFieldSchema.options.filter((field) =>
    input[field] === undefined && isFromAgent(source, field)
  );
  return ctx.write(() => {
    const asked = {
      request: requestOf(ctx, source),
      repoPath: source.repoPath,
      ...fields,
      ...(fromAgent.length > 0 && { fromAgent }),
      attempt: source.attempt + 1,
      retryOfRunId: source.id,
    };
    const options = { conversationId: source.conversationId };
    const run = workflowId === undefined
      ? queueRun(ctx, { ...asked, kind: source.kind }, options)
      : startWorkflowRun(ctx, {
        ...asked,
        ...versionOf(source, workflowId),
        ...(resume && resumed(ctx, source, workflowId, resume)),
      }, options);
    record(ctx, runStream, id, [{ type: "run.retried", data: { retryRunId: run.id } }], contextOf(source));
    return run;
  });
}

/** Which version goes on, and from where. Throws `InvalidError` while the run has not ended. */
function resumed(
  ctx: Ctx,
  source: RunDocument,
  workflowId: string,
  { version, invalidate }: NonNullable<RetryRunInput["resume"]>,
) {
  if (!isTerminal(source.status)) {
    throw new InvalidError(`The run ${source.id} is ${source.status}. A run is resumed when it has ended.`);
  }
  const { activeVersion } = requireWorkflow(ctx, workflowId);
  if (version === "active" && activeVersion === null) {
    throw new InvalidError(`The workflow ${workflowId} has no active version. Name one by its number.`);
  }
  const number = version === "same"
    ? source.workflowVersion
    : version === "active"
    ? activeVersion!
    : version;
  return { version: number, resume: { runId: source.id, invalidate } };
}

/** The same workflow is done again in the version that it was done in. */
const versionOf = ({ workflowId: before, workflowVersion }: RunDocument, workflowId: string) => ({
  workflowId,
  ...(before === workflowId && workflowVersion !== undefined && { version: workflowVersion }),
});
