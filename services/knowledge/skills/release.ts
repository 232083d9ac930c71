import { type SkillDocument, skillStream } from "../../../store/skills/stream.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { type ChangeDocument, changeStream } from "../../../store/changes/stream.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import { requireChange } from "../../control/changes/read_model.ts";
import { requestChange } from "../../control/changes/request.ts";
import { checkReview, otherDecisions, recordApproved } from "../../control/changes/settle.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { Subject } from "../../ground/kernel/subject.ts";
import { allSkills } from "./read_model.ts";

/** The parts of the service that requesting a release needs. */
export type ReleaseLive = ApplyingLive;

/** Whether a human must release a version of a skill before it is used: it never was, was rejected, or another replaced it. */
export const isUnreleased = ({ state }: SkillDocument): boolean =>
  state === "quarantined" || state === "rejected" || state === "stale";

/** Asks a human to release a version of a skill, with its findings; returns the change request. An open one is reused. */
export function askToRelease(ctx: Ctx<ReleaseLive>, skill: SkillDocument): Made<ChangeDocument> {
  const waiting = { status: "pending", targetId: skill.id };
  const [known] = ctx.store.documents.find(changeStream, waiting, { limit: 1 });
  if (known) return existing(known);
  const { id, name, version, contentSha256, files, findings, permissions, state } = skill;
  const grave = findings.some(({ severity }) => severity === "critical" || severity === "high");
  return made(requestChange(ctx, {
    kind: "skill_release",
    targetId: id,
    baseVersion: version,
    baseSha256: contentSha256,
    proposed: { skillId: id, contentSha256 },
    diff: [{ path: "state", before: state, after: "released", effect: "widens" }],
    risk: grave ? "high" : "medium",
    evidence: [
      {
        id: "findings",
        label: "Findings",
        detail: findings.length === 0 ? NOTHING_FOUND : listed(
          findings.map((each) =>
            `${each.severity}: ${each.rule} in ${each.path}:${each.line} (${each.why}) ${each.excerpt}`
          ),
        ),
      },
      {
        id: "files",
        label: "Files",
        detail: listed(files.map(({ path, size, sha256 }) => `${path} ${size} ${sha256}`)),
      },
      { id: "permissions", label: "Permissions", detail: JSON.stringify(permissions) },
    ],
    title: `Release the skill "${name}", version ${version}`,
    summary: `Profiles that name it may use exactly the files with the hash ${contentSha256.slice(0, 12)}.`,
  }));
}

const NOTHING_FOUND =
  "The scan found none of the patterns that it knows, which does not prove that the files are harmless.";

const listed = (lines: readonly string[]): string => lines.length === 0 ? "none" : lines.join("\n");

/** Handles a decision about the release of a skill. */
export const releaseSubject: Subject<Core> = {
  kind: "skill_release",
  agentReads: false,
  appliers: {
    internal: {
      ...otherDecisions,
      check: (ctx, approval, flags) => {
        checkReview(ctx, approval, flags);
        requireAsAsked(ctx, approval);
      },
      approved: (ctx, approval) => {
        const skill = requireAsAsked(ctx, approval);
        const { id, name, contentSha256 } = skill;
        for (const other of allSkills(ctx)) {
          if (other.name !== name || !["available", "released"].includes(other.state)) continue;
          record(ctx, skillStream, other.id, [{ type: "skill.superseded", data: { by: id } }]);
        }
        const data = { contentSha256, changeId: approval.subject!.id };
        record(ctx, skillStream, id, [{ type: "skill.released", data }]);
        recordApproved(ctx, approval, id);
      },
      rejected: (ctx, approval, note) => {
        const skill = skillOf(ctx, approval);
        if (skill?.state === "quarantined") {
          const data = { changeId: approval.subject!.id };
          record(ctx, skillStream, skill.id, [{ type: "skill.rejected", data }]);
        }
        otherDecisions.rejected(ctx, approval, note);
      },
    },
  },
};

const skillOf = (ctx: Ctx, { subject }: ApprovalDocument): SkillDocument | null => {
  const { targetId } = requireChange(ctx, subject!.id);
  return targetId === null ? null : ctx.store.documents.get(skillStream, targetId);
};

/** A release applies only to the files that were reviewed, in the state in which they were. */
function requireAsAsked(ctx: Ctx, approval: ApprovalDocument): SkillDocument {
  const { baseSha256, diff } = requireChange(ctx, approval.subject!.id);
  const skill = skillOf(ctx, approval);
  if (!skill || skill.state !== diff[0]?.before || skill.contentSha256 !== baseSha256) {
    throw new InvalidError(
      `The skill of this request is ${skill?.state ?? "gone"} and can no longer be released.`,
    );
  }
  return skill;
}
