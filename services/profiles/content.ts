import { sha256 } from "../../store/chain.ts";
import type { ProfileContent } from "../../store/profiles/stream.ts";

const FIELDS = [
  "role",
  "label",
  "description",
  "status",
  "workflowTemplateId",
  "provider",
  "model",
  "promptProfile",
  "instructions",
  "toolAllowlist",
  "skillIds",
  "approvalPolicyClass",
  "allowedPolicyClasses",
  "limits",
  "metadata",
] as const satisfies readonly (keyof ProfileContent)[];

/** A field of what a profile says. */
export type ProfileField = (typeof FIELDS)[number];

/** Every field of what a profile says. */
export const PROFILE_FIELDS: readonly ProfileField[] = FIELDS;

/** What a profile says, without what the service adds. */
export const contentOf = (profile: ProfileContent): ProfileContent =>
  // The cast of a pick by names: every field of the type is among them.
  Object.fromEntries(FIELDS.map((field) => [field, profile[field]])) as ProfileContent;

/** The hash of what a profile says, whatever the order of its lists of names. */
export function hashOf(content: ProfileContent): string {
  const { toolAllowlist, skillIds, allowedPolicyClasses, limits, metadata, ...rest } = contentOf(content);
  const lists = [toolAllowlist, skillIds, allowedPolicyClasses].map((names) => names.toSorted());
  return sha256(JSON.stringify([rest, ...lists, sorted(limits), sorted(metadata)]));
}

const sorted = (value: object): [string, unknown][] =>
  Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1);
