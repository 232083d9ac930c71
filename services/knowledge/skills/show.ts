import type { SkillState } from "../../../store/skills/document.ts";
import type { SkillDocument } from "../../../store/skills/stream.ts";
import type { SkillManifest } from "./schemas.ts";

const TRUST: Readonly<Record<SkillState, SkillManifest["trust"]>> = {
  available: "scanned",
  released: "trusted",
  quarantined: "quarantined",
  rejected: "quarantined",
  stale: "scanned",
};

/** Returns a version of a skill as the API shows it. */
export function showSkill(skill: SkillDocument): SkillManifest {
  const { materialId: _, rules: _1, createdBy: _2, findings, state, ...rest } = skill;
  return {
    ...rest,
    source: { kind: "import" },
    trust: TRUST[state],
    state,
    findings: withIds(findings),
  };
}

/** Returns findings, each with its own id. */
export const withIds = <Finding extends object>(findings: readonly Finding[]): (Finding & { id: string })[] =>
  findings.map((finding, i) => ({ id: `finding_${i + 1}`, ...finding }));
