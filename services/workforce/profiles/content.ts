import { sha256 } from "../../../store/chain.ts";
import type { ProfileContent } from "../../../store/profiles/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { skillsNamed } from "../../knowledge/skills/read_model.ts";

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
  "needs",
  "here",
] as const satisfies readonly (keyof ProfileContent)[];

/** A field of a profile's content. */
export type ProfileField = (typeof FIELDS)[number];

/** Every field of a profile's content. */
export const PROFILE_FIELDS: readonly ProfileField[] = FIELDS;

/** Returns the content of a profile, without the fields that the service adds. */
export const contentOf = (profile: ProfileContent): ProfileContent =>
  // The pick by names needs a cast: every field of the type is among them.
  Object.fromEntries(FIELDS.map((field) => [field, profile[field]])) as ProfileContent;

/** Returns the content with each skill by the id of its usable version, whichever version or name was given, and once. */
export const withSkillIds = (service: Pick<Core, "store">, content: ProfileContent): ProfileContent => {
  const skills = skillsNamed(service, content.skillIds);
  return { ...content, skillIds: [...new Set(content.skillIds.map((id, i) => skills[i]?.id ?? id))] };
};

/** Returns the hash of a profile's content, independent of the order of its lists of names. */
export function hashOf(content: ProfileContent): string {
  const { toolAllowlist, skillIds, allowedPolicyClasses, limits, metadata, ...rest } = contentOf(content);
  const lists = [toolAllowlist, skillIds, allowedPolicyClasses].map((names) => names.toSorted());
  return sha256(JSON.stringify([rest, ...lists, sorted(limits), sorted(metadata)]));
}

const sorted = (value: object): [string, unknown][] =>
  Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1);
