import { type SkillDocument, skillStream } from "../../../store/skills/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";

type Reads = Pick<Core, "store">;

/** Returns every version of every skill, newest first. */
export const allSkills = ({ store }: Reads): SkillDocument[] =>
  store.documents.all(skillStream, {}, { newestFirst: true });

/** States in which a skill may be used. */
const USABLE: readonly SkillDocument["state"][] = ["available", "released"];

/** Returns the usable version of each skill: one that was scanned without serious findings, or released by a human. */
export function usableSkills(service: Reads): SkillDocument[] {
  const usable = allSkills(service).filter(({ state }) => USABLE.includes(state));
  const newest = new Map(usable.toReversed().map(({ name, id }) => [name, id]));
  return usable.filter(({ name, id }) => newest.get(name) === id);
}

/**
 * Returns the usable version of each skill that is named by the id of any of its versions, or by its name; null for what names
 * none.
 */
export function skillsNamed(service: Reads, named: readonly string[]): (SkillDocument | null)[] {
  if (named.length === 0) return [];
  const usable = usableSkills(service);
  return named.map((one) => {
    const name = service.store.documents.get(skillStream, one)?.name ?? one;
    return usable.find((skill) => skill.name === name) ?? null;
  });
}

/** Returns a version of a skill. Throws `NotFoundError`. */
export function requireSkill({ store }: Reads, id: string): SkillDocument {
  const skill = store.documents.get(skillStream, id);
  if (!skill) throw new NotFoundError("skill", id);
  return skill;
}
