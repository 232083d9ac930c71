import type { SkillFinding } from "../../../store/skills/document.ts";
import { changeStream } from "../../../store/changes/stream.ts";
import { skillStream } from "../../../store/skills/stream.ts";
import { supersedeChanges } from "../../control/changes/settle.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { readMaterial } from "../../ground/material/read.ts";
import { parseSkill } from "./parse.ts";
import { allSkills } from "./read_model.ts";
import { askToRelease, type ReleaseLive } from "./release.ts";
import { RULES_VERSION } from "./scan/rules.ts";
import { unpack } from "./unpack.ts";

/**
 * Scans skills again that were scanned with older rules. One with a new serious finding is quarantined until a human
 * decides.
 */
export async function rescanSkills(ctx: Ctx<ReleaseLive>): Promise<void> {
  for (const { id, rules, name, materialId } of allSkills(ctx)) {
    if (rules >= RULES_VERSION) continue;
    try {
      const files = unpack(await readMaterial(ctx, materialId));
      const { findings } = await parseSkill({ files, directory: null });
      ctx.write(() => recordScan(ctx, id, findings));
    } catch (cause) {
      ctx.log.error(`The skill ${name} (${id}) could not be read again`, cause);
    }
  }
}

function recordScan(ctx: Ctx<ReleaseLive>, id: string, findings: SkillFinding[]): void {
  const skill = ctx.store.documents.get(skillStream, id);
  if (!skill) return;
  const known = new Set(skill.findings.map(keyOf));
  const isNew = findings.some((finding) =>
    (finding.severity === "high" || finding.severity === "critical") && !known.has(keyOf(finding))
  );
  const wasUsable = skill.state === "available" || skill.state === "released";
  // Sessions that were planned with a replaced one may still read it.
  const state = isNew && (wasUsable || skill.state === "stale") ? "quarantined" : skill.state;
  record(ctx, skillStream, id, [{ type: "skill.scanned", data: { findings, rules: RULES_VERSION, state } }]);
  if (!isNew) return;
  // A person who is asked already must decide about what was found now, not about the findings of the older rules.
  const isAsked = ctx.store.documents.find(changeStream, { status: "pending", targetId: id }, { limit: 1 });
  supersedeChanges(ctx, id, "Newer rules found more in this skill.");
  if (wasUsable || isAsked.length > 0) askToRelease(ctx, ctx.store.documents.get(skillStream, id)!);
}

const keyOf = ({ rule, severity, path, line }: SkillFinding): string => `${severity} ${rule} ${path} ${line}`;
