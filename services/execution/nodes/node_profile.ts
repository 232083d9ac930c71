import type { SessionProfile } from "../../../store/task_sessions/document.ts";
import { allProfiles, type ProfileFor } from "../../workforce/profiles/read_model.ts";
import { sessionProfile } from "../../workforce/profiles/session_profile.ts";
import type { Narrowing } from "../../workforce/profiles/rights.ts";
import {
  millisecondsOf,
  type WorkflowDefinition,
  type WorkflowNode,
} from "../../control/workflows/language/mod.ts";
import type { LocatedNode } from "../../control/workflows/graph/mod.ts";
import { StepFailed } from "../commands/interrupts.ts";
import type { Core } from "../../ground/kernel/context.ts";

/** The default time limit of one attempt of a node. */
const DEFAULT_TIMEOUT = "PT30M";

/**
 * Returns the profile that applies to a node's task session, narrowed by the node and by the profiles of nodes that include its
 * workflow; none for nodes without a worker.
 */
export function nodeProfile(
  service: Pick<Core, "store">,
  { node, definition, includedBy, contender }: LocatedNode,
  workflowTemplateId?: string,
): { profile?: SessionProfile } {
  if (node.kind !== "prompt" && node.kind !== "command") return {};
  const limits = {
    timeout: timeoutOf(definition, node),
    ...(node.kind === "prompt" && node.with.maxCostUsd !== undefined && { maxCostUsd: node.with.maxCostUsd }),
  };
  const within: Narrowing[] = [
    { limits },
    ...includedBy.flatMap(({ node, definition }) => {
      const name = node.profile ?? definition.defaults.profile;
      if (name === undefined) return [];
      return [sessionProfile(service, { ...namedProfile(service, name), workflowTemplateId }).rights];
    }),
  ];
  const named = namedProfile(
    service,
    node.profile ?? contender?.profile ?? definition.defaults.profile ?? "worker",
  );
  const own = sessionProfile(service, { ...named, workflowTemplateId }, within);
  const profile = node.needs ? { ...own, needs: [...new Set([...own.needs ?? [], ...node.needs])] } : own;
  const skills = node.kind === "prompt" ? node.with.skills : undefined;
  if (!skills) return { profile };
  const rights = {
    ...profile.rights,
    skills: profile.rights.skills.filter(({ name }) => skills.includes(name)),
  };
  return { profile: { ...profile, rights } };
}

/** Returns the active profile that a node names, by its id or its role; null without one. */
export function findNamedProfile(service: Pick<Core, "store">, name: string): ProfileFor | null {
  const active = allProfiles(service).filter(({ status }) => status === "active");
  // The id of a built-in profile is its role, which a custom profile may have replaced.
  const profile = active.find(({ id, source }) => id === name && source !== "builtin");
  if (profile) return { role: profile.role, profileId: profile.id };
  return active.some(({ role }) => role === name) ? { role: name } : null;
}

/** A missing profile would impose no limits, so it ends the run. */
function namedProfile(service: Pick<Core, "store">, name: string): ProfileFor {
  const found = findNamedProfile(service, name);
  if (found) return found;
  throw new StepFailed("invalid_input", `There is no active profile "${name}", which the workflow names.`);
}

/** Returns how long one attempt of a node may take. */
const timeoutOf = ({ defaults }: WorkflowDefinition, { timeout }: WorkflowNode): string =>
  timeout ?? defaults.timeout ?? DEFAULT_TIMEOUT;

/** The same in milliseconds. */
export const timeoutMilliseconds = (definition: WorkflowDefinition, node: WorkflowNode): number =>
  millisecondsOf(timeoutOf(definition, node))!;
