import { isTerminal, requestFieldSchema, type RunDocument } from "../../../store/runs/document.ts";
import type { EnterNode } from "../../../store/runs/resume.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { ForbiddenError, InvalidError } from "../../ground/kernel/errors.ts";
import { sessionsOf } from "../lifecycle/sessions.ts";
import { isPartOf } from "../workflows/graph/mod.ts";
import { didYouMean } from "../workflows/language/mod.ts";
import { requireWorkflow } from "../workflows/read_model.ts";
import { queueRun, refuseInputs } from "./create.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { startWorkflowRun } from "./start_workflow.ts";
import { isFromAgent } from "./origin.ts";
import { NO_FIX_IN_WORKFLOWS } from "./fix_words.ts";
import { requestedRace } from "./race.ts";
import { requestOf, requireRun } from "./read_model.ts";
import type { RetryRunInput } from "./retry_schemas.ts";
import type { Run } from "./schemas.ts";
import { picked } from "../../../store/shared/records.ts";

/** What a retry takes over from its run as it is. */
const REPEATED = {
  worker: true,
  verifier: true,
  capabilityClass: true,
  onFailure: true,
  onRed: true,
  needs: true,
  here: true,
  workflowTemplateId: true,
  trigger: true,
} as const;

/**
 * Queues a new run with a run's configuration and the given corrections. The source does not change. `enter` is the node that a
 * person steps into in a resumed run.
 */
export function retryRun(
  ctx: Ctx,
  id: string,
  { resume, fix, ...input }: RetryRunInput,
  enter?: EnterNode,
): Run {
  const source = requireRun(ctx, id);
  const workflowId = (input.workflowId === undefined ? source.workflowId : input.workflowId) ?? undefined;
  if (input.workflowTemplateId && workflowId !== undefined) {
    throw new InvalidError(
      `A run has either a workflow or a template, and this one would have both. Send workflowId or workflowTemplateId as null.`,
    );
  }
  if (workflowId !== undefined && fix) throw new InvalidError(NO_FIX_IN_WORKFLOWS);
  const race = requestedRace(source);
  const kept = {
    ...picked(source, REPEATED),
    // A workflow that is named takes the place of a template.
    ...(workflowId !== undefined && { workflowTemplateId: undefined }),
    // Another worker does it alone.
    ...(race && !input.worker && { race }),
    setup: source.noSetup ? null : source.setup,
    // The nodes of a workflow define what is repeated.
    ...(workflowId === undefined
      ? { fix: fix === undefined ? source.fix : fix }
      : picked(source, { inputs: true, inputsFromOutside: true })),
  };
  if (resume && (workflowId === undefined || workflowId !== source.workflowId)) {
    throw new InvalidError(`The run ${id} has no workflow to continue. Leave resume out.`);
  }
  if (source.here && input.here !== undefined && !input.here && ctx.actor !== "operator") {
    throw new ForbiddenError(
      `The run ${id} stays on this machine. Only the operator can let its retry leave it.`,
    );
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
        ...(resume && resumed(ctx, source, workflowId, resume, enter)),
      }, options);
    record(ctx, runStream, id, [{ type: "run.retried", data: { retryRunId: run.id } }], contextOf(source));
    return run;
  });
}

/** Returns which version continues, and from where. Throws `InvalidError` while the run has not ended, and for a name that it did nothing of. */
function resumed(
  ctx: Ctx,
  source: RunDocument,
  workflowId: string,
  { version, invalidate }: NonNullable<RetryRunInput["resume"]>,
  enter: EnterNode | undefined,
) {
  if (!isTerminal(source.status)) {
    throw new InvalidError(
      `The run ${source.id} is ${source.status}. Only a run that has ended can be resumed.`,
    );
  }
  const paths = sessionsOf(ctx, source.id).flatMap(({ node }) => node?.path ?? []);
  const unknown = invalidate.find((name) => !paths.some((path) => isPartOf(path, name)));
  if (unknown !== undefined) {
    throw new InvalidError(
      `The run ${source.id} executed no node "${unknown}", so nothing of it would be reused. ${
        didYouMean(unknown, paths)
      }`.trim(),
    );
  }
  const { activeVersion } = requireWorkflow(ctx, workflowId);
  if (version === "active" && activeVersion === null) {
    throw new InvalidError(`The workflow ${workflowId} has no active version. Send the number of a version.`);
  }
  const number = version === "same"
    ? source.workflowVersion
    : version === "active"
    ? activeVersion!
    : version;
  return { version: number, resume: { runId: source.id, invalidate, ...(enter && { enter }) } };
}

/** The same workflow is repeated in the same version. */
const versionOf = ({ workflowId: before, workflowVersion }: RunDocument, workflowId: string) => ({
  workflowId,
  ...(before === workflowId && workflowVersion !== undefined && { version: workflowVersion }),
});
