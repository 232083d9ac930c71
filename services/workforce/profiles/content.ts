import { sha256 } from "../../../store/chain.ts";
import type { ProfileContent } from "../../../store/profiles/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { skillsNamed } from "../../knowledge/skills/read_model.ts";
import { keysOf, picked } from "../../../store/shared/records.ts";

const FIELDS = {
  role: true,
  label: true,
  description: true,
  status: true,
  workflowTemplateId: true,
  provider: true,
  model: true,
  promptProfile: true,
  instructions: true,
  toolAllowlist: true,
  skillIds: true,
  approvalPolicyClass: true,
  allowedPolicyClasses: true,
  limits: true,
  metadata: true,
  needs: true,
  here: true,
} as const satisfies { [Field in keyof ProfileContent]-?: true };

/** A field of a profile's content. */
export type ProfileField = keyof typeof FIELDS;

/** Every field of a profile's content. */
export const PROFILE_FIELDS: readonly ProfileField[] = keysOf(FIELDS);

/** Returns the content of a profile, without the fields that the service adds. */
export const contentOf = (profile: ProfileContent): ProfileContent => picked(profile, FIELDS);

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
