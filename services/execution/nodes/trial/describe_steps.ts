import type { Core } from "../../../ground/kernel/context.ts";
import type { WorkflowDefinition, WorkflowNode } from "../../../control/workflows/language/mod.ts";
import { KINDS } from "../../../control/workflows/kinds/mod.ts";
import { hostOf } from "../../../control/workflows/language/rules.ts";
import { type LocatedNode, placeAt } from "../../../control/workflows/graph/mod.ts";
import type { TestWorkflowResult } from "../../../control/workflows/test_schemas.ts";
import { sessionProfile } from "../../../workforce/profiles/session_profile.ts";
import { chooseWorker } from "../../tasks/choose_worker.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { findNamedProfile } from "../node_profile.ts";

type Step = TestWorkflowResult["trace"][number];

/** Adds to the steps of a trace what a run may touch there, and to prompts which worker would do them and what selects it. */
export function describeSteps(
  service: Core & ExecutorLive,
  definition: WorkflowDefinition,
  trace: Step[],
): Step[] {
  return trace.map((step) => {
    const place = placeAt(definition, step.path);
    if (!place || step.status === "skipped") return step;
    const { node } = place;
    const runsOn = node.kind === "prompt" &&
      workerOf(service, place, node, String(step.resolved.content ?? ""));
    return { ...step, ...(runsOn && { runsOn }), wouldTouch: touchedBy(node) };
  });
}

function touchedBy(node: WorkflowNode): NonNullable<Step["wouldTouch"]> {
  const { effects, policyClass } = KINDS[node.kind];
  const isReader = node.kind === "prompt" && node.with.readOnly === true;
  const url = node.kind === "http_read" ? hostOf(node.with.url) : null;
  const secret = node.kind === "http_read" ? node.with.secretHeader?.secretId : undefined;
  return {
    files: isReader ? "read" : effects.files,
    commands: node.kind === "command" ? [node.with.command] : [],
    hosts: url === null ? [] : [url],
    secrets: secret === undefined ? [] : [secret],
    policyClass,
  };
}

function workerOf(
  service: Core & ExecutorLive,
  { definition: { defaults }, contender }: LocatedNode,
  { profile = contender?.profile ?? defaults.profile ?? "worker", with: { worker: named = contender } }:
    Extract<WorkflowNode, { kind: "prompt" }>,
  content: string,
): Step["runsOn"] {
  const worker = named ?? defaults.worker;
  const found = findNamedProfile(service, profile);
  if (!found) return undefined;
  const held = sessionProfile(service, found);
  const choice = chooseWorker(service, { ...(worker && { worker }), profile: held }, content);
  if ("missing" in choice) return undefined;
  const { worker: { provider, model }, route } = choice;
  const chosen = route?.hint === "followed" ? "profile" : "routing";
  return { provider, model, origin: named ? "node" : worker ? "definition" : chosen };
}
