import type { SessionProfile } from "../../../store/task_sessions/document.ts";
import { allProfiles, type ProfileFor } from "../../profiles/read_model.ts";
import { sessionProfile } from "../../profiles/session_profile.ts";
import type { Narrowing } from "../../profiles/rights.ts";
import { type Definition, millisecondsOf, type WorkflowNode } from "../../workflows/language/mod.ts";
import type { Place } from "../../workflows/graph/mod.ts";
import { StepFailed } from "../flow/interrupts.ts";
import type { Core } from "../../kernel/context.ts";

/** How long one attempt of a node takes at most where its definition says nothing. */
const DEFAULT_TIMEOUT = "PT30M";

/**
 * The profile that the task session of a node is held to, narrowed by what the node says and by the profiles of the nodes that
 * include its workflow; none for what needs nobody.
 */
export function nodeProfile(
  service: Pick<Core, "store">,
  { node, definition, includedBy }: Place,
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
  const named = namedProfile(service, node.profile ?? definition.defaults.profile ?? "worker");
  const profile = sessionProfile(service, { ...named, workflowTemplateId }, within);
  const skills = node.kind === "prompt" ? node.with.skills : undefined;
  if (!skills) return { profile };
  const rights = {
    ...profile.rights,
    skills: profile.rights.skills.filter(({ name }) => skills.includes(name)),
  };
  return { profile: { ...profile, rights } };
}

/** Returns the profile that a node names, by its id or by its role; null where there is none that is active. */
export function findNamedProfile(service: Pick<Core, "store">, name: string): ProfileFor | null {
  const active = allProfiles(service).filter(({ status }) => status === "active");
  // The id of a built-in one is its role, which may have been given to one that a person made.
  const profile = active.find(({ id, source }) => id === name && source !== "builtin");
  if (profile) return { role: profile.role, profileId: profile.id };
  return active.some(({ role }) => role === name) ? { role: name } : null;
}

/** One that is not there holds nobody, so it ends the run. */
function namedProfile(service: Pick<Core, "store">, name: string): ProfileFor {
  const found = findNamedProfile(service, name);
  if (found) return found;
  throw new StepFailed("invalid_input", `There is no active profile "${name}", which the workflow names.`);
}

/** How long one attempt of a node may take. */
export const timeoutOf = ({ defaults }: Definition, { timeout }: WorkflowNode): string =>
  timeout ?? defaults.timeout ?? DEFAULT_TIMEOUT;

/** The same in milliseconds. */
export const timeoutMilliseconds = (definition: Definition, node: WorkflowNode): number =>
  millisecondsOf(timeoutOf(definition, node))!;
