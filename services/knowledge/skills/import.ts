import { type SkillDocument, skillStream } from "../../../store/skills/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { keepMaterial } from "../../ground/material/keep.ts";
import { takeFiles } from "./intake.ts";
import { hashOfFiles, pack } from "./pack.ts";
import { needsReview, parseSkill, skillContentOf } from "./parse.ts";
import { allSkills, requireSkill } from "./read_model.ts";
import { askToRelease, isUnreleased, type ReleaseLive } from "./release.ts";
import { RULES_VERSION } from "./scan/rules.ts";
import type { SkillFilesInput, SkillImport } from "./schemas.ts";
import { showSkill } from "./show.ts";

/**
 * Reads a skill and stores its files; the returned function imports it. One that can run something, has a serious
 * finding, or changes an existing name is quarantined until a human releases it, who is asked again where the content is known
 * but not in use. Throws `InvalidError` for an invalid skill.
 */
export async function prepareSkillImport(
  ctx: Ctx<ReleaseLive>,
  input: SkillFilesInput,
): Promise<() => Made<SkillImport>> {
  const intake = await takeFiles(input);
  const contentSha256 = hashOfFiles(intake.files);
  const find = () => allSkills(ctx).find((skill) => skill.contentSha256 === contentSha256);
  const already = (known: SkillDocument) => {
    const change = isUnreleased(known) ? askToRelease(ctx, known).value : null;
    return existing({
      imported: false,
      skill: showSkill(known),
      replaced: false,
      quarantined: change !== null,
      ...(change && { changeRequestId: change.id }),
    });
  };
  const known = find();
  if (known) return () => ctx.write(() => already(requireSkill(ctx, known.id)));
  const parsed = await parseSkill(intake);
  const content = skillContentOf(intake, parsed);
  if (!content) {
    const why = parsed.faults.filter(({ lenient }) => !lenient).map(({ line, message }) =>
      `SKILL.md:${line}: ${message}`
    );
    throw new InvalidError(`This skill cannot be imported. ${why.join(" ")}`);
  }
  const id = ctx.newId("skill");
  const packed = pack(intake.files);
  const { id: materialId } = await keepMaterial(ctx, {
    content: packed,
    owner: { kind: "stream", id: `skill/${id}` },
    until: null,
  });
  return () =>
    ctx.write(() => {
      const meanwhile = find();
      if (meanwhile) return already(meanwhile);
      const versions = allSkills(ctx).filter(({ name }) => name === content.name);
      const review = needsReview(parsed) || versions.length > 0;
      const { findings } = parsed;
      const version = Math.max(0, ...versions.map((each) => each.version)) + 1;
      const state = review ? "quarantined" as const : "available" as const;
      const data = { ...content, version, materialId, findings, rules: RULES_VERSION, state };
      record(ctx, skillStream, id, [{ type: "skill.imported", data }], { expectedVersion: 0 });
      const change = review ? askToRelease(ctx, ctx.store.documents.get(skillStream, id)!).value : null;
      return made({
        imported: true,
        skill: showSkill(ctx.store.documents.get(skillStream, id)!),
        ...(versions[0] && { previousSha256: versions[0].contentSha256 }),
        replaced: false,
        quarantined: review,
        ...(change && { changeRequestId: change.id }),
      });
    });
}
