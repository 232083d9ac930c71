import type { ProfileContent } from "../../store/profiles/stream.ts";
import { showChange } from "../changes/read_model.ts";
import { requestChange } from "../changes/request.ts";
import type { Change } from "../changes/schemas.ts";
import { type EnableLive, prepareToEnable } from "../connectors/enable.ts";
import type { Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import { askToRelease } from "../skills/release.ts";
import { requireSkill, usableSkills } from "../skills/read_model.ts";
import type { WorkersLive } from "../workers/live.ts";
import { targetOf, withSettings } from "./apply_settings.ts";
import type { CreateChangeInput } from "./change_schemas.ts";
import { checkContent } from "./check.ts";
import { contentOf } from "./content.ts";
import { profileDiff } from "./diff.ts";
import { readAgentFile } from "./import_agent.ts";
import { privacyOf } from "./privacy.ts";
import { profileFor } from "./read_model.ts";
import { replayPermissions } from "./replay.ts";

type ProposeCtx = Ctx<WorkersLive & EnableLive>;

/**
 * Prepares a change of a profile, a new profile, the release of a skill, or the enabling of a connector, which is proved here;
 * the result asks a human for it. Nothing changes before the decision.
 */
export async function prepareChange(ctx: ProposeCtx, input: CreateChangeInput): Promise<() => Change> {
  switch (input.kind) {
    case "skill_release":
      return () => proposeRelease(ctx, input);
    case "capability":
      return await prepareConnector(ctx, input);
    case "profile":
      return () => proposeProfile(ctx, input);
  }
}

function proposeProfile(ctx: ProposeCtx, input: CreateChangeInput): Change {
  const { reason } = input;
  const imported = input.import &&
    readAgentFile(input.import.content, usableSkills(ctx).map(({ name }) => name));
  // An imported agent does tasks, unless its role is set.
  const proposed = imported ? { role: "worker", ...imported.proposed, ...input.proposed } : input.proposed;
  const id = input.targetProfileId ?? input.targetId;
  const target = id === undefined ? null : targetOf(ctx, id);
  const before = target && contentOf(target);
  const after = before === null ? newContent(ctx, proposed) : withSettings(before, proposed);
  checkContent(ctx, after);
  // A new profile replaces the one that its role has now.
  const compared = before ?? contentOf(profileFor(ctx, after));
  const diff = profileDiff(compared, after, privacyOf(ctx));
  if (before !== null && diff.length === 0) {
    throw new InvalidError(
      `The profile "${target!.id}" already has this content, so there is nothing to decide.`,
    );
  }
  const wider = diff.filter(({ effect }) => effect === "widens");
  return showChange(requestChange(ctx, {
    kind: "profile",
    targetId: target?.id ?? null,
    baseVersion: target?.version ?? null,
    baseSha256: target?.contentSha256 ?? null,
    proposed: { content: after, source: imported ? "imported" : "user" },
    diff,
    risk: wider.length === 0 ? "low" : wider.some(({ path }) => GRAVE.test(path)) ? "high" : "medium",
    evidence: [{
      id: "permission_replay",
      label: "Recorded uses of tools",
      detail: replayPermissions(ctx, compared, after),
    }],
    ...(reason !== undefined && { reason }),
    ...(imported && { losses: imported.losses }),
    title: target === null
      ? `Add the ${after.role} profile "${after.label}"`
      : `Change the profile "${target.label}"`,
    summary: wider.length === 0
      ? "It adds no rights."
      : `It widens ${wider.map(({ path }) => path).join(", ")}.`.slice(0, 1000),
  }));
}

/** Fields that let an agent act outside its worktree, or instruct it. */
const GRAVE =
  /^(?:instructions|provider|model|allowedPolicyClasses|toolAllowlist\.(?:run_command|fetch_url|agent_action))/;

function newContent(ctx: ProposeCtx, proposed: CreateChangeInput["proposed"]): ProfileContent {
  const { role, label } = proposed;
  if (role === undefined || label === undefined) {
    throw new InvalidError(
      "A new profile needs a role and a label in proposed. Name targetProfileId to change one.",
    );
  }
  const base = contentOf(profileFor(ctx, { role }));
  return withSettings({ ...base, role, workflowTemplateId: proposed.workflowTemplateId ?? null }, proposed);
}

async function prepareConnector(ctx: ProposeCtx, { targetId, reason }: CreateChangeInput) {
  if (targetId === undefined) throw new InvalidError("targetId: name the connector to enable.");
  const ask = await prepareToEnable(ctx, targetId.replace(/^connector:/, ""), reason);
  return () => showChange(ask());
}

function proposeRelease(ctx: ProposeCtx, { targetId }: CreateChangeInput): Change {
  if (targetId === undefined) throw new InvalidError("targetId: name the skill to release.");
  const skill = requireSkill(ctx, targetId);
  if (skill.state !== "quarantined") {
    throw new InvalidError(
      `The skill ${targetId} is ${skill.state}; only a quarantined skill can be released.`,
    );
  }
  return showChange(askToRelease(ctx, skill));
}
