import type { z } from "zod";
import type { runEvents } from "../../../store/runs/events.ts";
import type { WorkflowDocument, WorkflowStart } from "../../../store/workflows/document.ts";
import { workflowStream } from "../../../store/workflows/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ForbiddenError, InvalidError } from "../../ground/kernel/errors.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { checkInputs } from "../workflows/language/inputs.ts";
import { requireVersion } from "../workflows/read_model.ts";
import { recordArtifact } from "./artifacts.ts";
import { type NewRunFields, queueRun } from "./create.ts";
import { requireRun } from "./read_model.ts";
import type { Run } from "./schemas.ts";
import { readJson } from "../../../store/json_text.ts";
import { defined } from "../../../store/shared/records.ts";

type Optional<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };
type Created = z.input<typeof runEvents["run.created"]>;

/** Which workflow to run and with what; absent fields keep the values of its definition. */
type WorkflowRunRequest =
  & Optional<
    Pick<
      Created,
      | "request"
      | "repoPath"
      | "inputs"
      | "inputsFromOutside"
      | "worker"
      | "verifier"
      | "capabilityClass"
      | "onFailure"
      | "onRed"
      | "needs"
      | "here"
      | "trigger"
      | "attempt"
      | "retryOfRunId"
      | "fromAgent"
      | "automationId"
      | "fireId"
      | "parentRunId"
      | "resume"
    >
  >
  & {
    workflowId: string;
    /** The active one by default; the newest if none is active and the operator requests it. */
    version?: number | undefined;
    setup?: Created["setup"] | null | undefined;
  };

/** The path of a workflow's text among the artifacts of its run. */
const DEFINITION_PATH = "workflow.yaml";

/**
 * Queues a run of a saved workflow in the caller's unit, pinned to a version by its hash. Only the operator can run an
 * inactive version. Throws `InvalidError` for invalid inputs, and if there is no directory to work in.
 */
export function startWorkflowRun(
  ctx: Ctx,
  { workflowId, version, worker, verifier, setup, ...rest }: WorkflowRunRequest,
  { namedByDefinition = false, ...options }: {
    id?: string;
    conversationId?: string | undefined;
    /** A saved definition names the version that its author chose. */
    namedByDefinition?: boolean;
  } = {},
): Run {
  const workflow = findWorkflow(ctx, workflowId);
  const number = version ?? workflow.activeVersion ?? workflow.latestVersion;
  const isNamed = namedByDefinition && version !== undefined;
  if (ctx.actor !== "operator" && !isNamed && number !== workflow.activeVersion) {
    throw new ForbiddenError(
      workflow.activeVersion === null
        ? `The workflow ${workflowId} is not active. The operator must activate a version first.`
        : `The version ${number} of ${workflowId} is not active. The active version is ${workflow.activeVersion}.`,
    );
  }
  const row = requireVersion(ctx, workflow, number);
  const start = readJson(row.start);
  const inputs = checkInputs(start, rest.inputs ?? {});
  return ctx.write(() => {
    const run = queueRun(ctx, {
      attempt: 1,
      ...defined(rest),
      kind: "workflow",
      request: rest.request ?? `Run version ${number} of the workflow "${workflow.name}".`,
      repoPath: rest.repoPath ?? requireRepoPath(workflowId, start),
      ...withDefaults({ worker, verifier, setup }, start),
      workflowId,
      inputs,
      workflowVersion: number,
      definitionSha256: row.sha256,
      ...defined({ maxCostUsd: start.maxCostUsd }),
    }, options);
    const own = { sha256: row.sha256, size: row.size, version: number, name: workflow.name };
    keepDefinition(ctx, run.id, DEFINITION_PATH, own);
    for (const each of start.includes ?? []) {
      keepDefinition(ctx, run.id, `workflows/${each.workflowId}-${each.version}.yaml`, each);
    }
    return run;
  });
}

function keepDefinition(
  ctx: Ctx,
  runId: string,
  path: string,
  { sha256, size, version, name }: Omit<NonNullable<WorkflowStart["includes"]>[number], "workflowId">,
): void {
  recordArtifact(ctx, contextOf(requireRun(ctx, runId)), { sha256, size }, {
    path,
    purpose: "plan",
    previewType: "text",
    label: "Workflow",
    summary: `Version ${version} of "${name}"`,
    mediaType: "application/yaml",
  });
}

function findWorkflow(ctx: Ctx, id: string): WorkflowDocument {
  const workflow = ctx.store.documents.get(workflowStream, id);
  if (workflow && workflow.deletedAt === null) return workflow;
  throw new InvalidError(`There is no saved workflow with the id "${id}".`);
}

function requireRepoPath(workflowId: string, { repoPath }: WorkflowStart): string {
  if (repoPath !== undefined) return repoPath;
  throw new InvalidError(
    `The workflow ${workflowId} has no directory, because its definition has no repoPath. Send repoPath.`,
  );
}

/** A setup of null is a choice too: none. */
const withDefaults = (
  { worker, verifier, setup }: Pick<WorkflowRunRequest, "worker" | "verifier" | "setup">,
  start: WorkflowStart,
): Pick<NewRunFields, "worker" | "verifier" | "setup"> => ({
  ...defined({ worker: worker ?? start.worker, verifier: verifier ?? start.verifier }),
  ...(setup === null ? { setup } : defined({ setup: setup ?? start.setup })),
});
