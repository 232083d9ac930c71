import { requestFieldSchema } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { queueRun, refuseInputs } from "./create.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { isFromAgent } from "./origin.ts";
import { requestOf, requireRun } from "./read_model.ts";
import type { RetryRunInput, Run } from "./schemas.ts";

/** Queues a new run from a run's configuration, with the fields corrected that are given. The source stays as it is. */
export function retryRun(ctx: Ctx, id: string, input: RetryRunInput): Run {
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
    workflowId,
    inputs,
  } = source;
  const kept = {
    worker,
    verifier,
    setup: source.noSetup ? null : setup,
    capabilityClass,
    onFailure,
    onRed,
    fix,
    workflowTemplateId,
    workflowId,
    inputs,
  };
  refuseInputs({ ...kept, ...input }, input.inputs);
  const fields = Object.fromEntries(
    Object.entries({ ...kept, ...input }).filter(([field, value]) =>
      value !== undefined && (value !== null || field === "setup")
    ),
  );
  const fromAgent = requestFieldSchema.options.filter((field) =>
    input[field] === undefined && isFromAgent(source, field)
  );
  return ctx.write(() => {
    const run = queueRun(ctx, {
      kind: source.kind,
      request: requestOf(ctx, source),
      repoPath: source.repoPath,
      ...fields,
      ...(fromAgent.length > 0 && { fromAgent }),
      attempt: source.attempt + 1,
      retryOfRunId: source.id,
    }, { conversationId: source.conversationId });
    record(ctx, runStream, id, [{ type: "run.retried", data: { retryRunId: run.id } }], contextOf(source));
    return run;
  });
}
