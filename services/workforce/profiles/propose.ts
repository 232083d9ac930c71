import type { ImportLoss } from "../../../store/changes/document.ts";
import type { ChangeDocument } from "../../../store/changes/stream.ts";
import type { ProfileContent } from "../../../store/profiles/stream.ts";
import { showChange } from "../../control/changes/read_model.ts";
import { requestChange } from "../../control/changes/request.ts";
import type { Change } from "../../control/changes/schemas.ts";
import { type EnableLive, prepareToEnable } from "../connectors/enable.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { type Made, made } from "../../ground/kernel/made.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { askToRelease, isUnreleased } from "../../knowledge/skills/release.ts";
import { requireSkill, usableSkills } from "../../knowledge/skills/read_model.ts";
import type { WorkersLive } from "../workers/live.ts";
import { targetOf, withSettings } from "./apply_settings.ts";
import type { CreateChangeInput } from "./change_schemas.ts";
import { checkNames } from "./check.ts";
import { BUILTIN_PROFILES } from "./builtin.ts";
import { contentOf } from "./content.ts";
import { effectsOf, widerPaths } from "./effects.ts";
import { readAgentFile } from "./import_agent.ts";
import { profileFor } from "./read_model.ts";
import { replayPermissions } from "./replay.ts";
import type { AgentProfile } from "./schemas.ts";

type ProposeCtx = Ctx<WorkersLive & EnableLive>;

/**
 * Prepares a change of a profile, a new profile, the release of a skill, or the enabling of a connector, which is proved here;
 * the result asks a human for it. Nothing changes before the decision.
 */
export async function prepareChange(ctx: ProposeCtx, input: CreateChangeInput): Promise<() => Made<Change>> {
  switch (input.kind) {
    case "skill_release":
      return () => proposeRelease(ctx, input);
    case "capability":
      return await prepareConnector(ctx, input);
    case "profile":
      return () => made(proposeProfile(ctx, input));
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
  if (proposed.role !== undefined) builtinOf(proposed.role);
  const after = target === null ? newContent(ctx, proposed) : withSettings(ctx, contentOf(target), proposed);
  checkNames(ctx, after);
  const diff = effectsOf(ctx, target, after);
  if (target !== null && diff.length === 0) {
    throw new InvalidError(
      `The profile "${target.id}" already has this content, so there is nothing to decide.`,
    );
  }
  const wider = widerPaths(diff);
  const replaced = target ?? profileFor(ctx, after);
  return showChange(requestChange(ctx, {
    kind: "profile",
    targetId: target?.id ?? null,
    baseVersion: target?.version ?? null,
    baseSha256: target?.contentSha256 ?? null,
    proposed: { content: after, source: imported ? "imported" : "user" },
    diff,
    risk: wider.length === 0 ? "low" : wider.some((path) => GRAVE.test(path)) ? "high" : "medium",
    evidence: [{
      id: "permission_replay",
      label: "Recorded uses of tools",
      detail: replayPermissions(ctx, contentOf(replaced), after),
    }],
    ...(reason !== undefined && { reason }),
    ...(imported && { losses: [...withoutRole(input), ...imported.losses] }),
    title: target === null
      ? `Add the ${after.role} profile "${after.label}"`
      : `Change the profile "${target.label}"`,
    summary: [
      ...(target === null && after.status === "active" ? [becomesDefault(after, replaced)] : []),
      wider.length === 0 ? "It adds no rights." : `It widens ${wider.join(", ")}.`,
    ].join(" ").slice(0, 1000),
  }));
}

const withoutRole = ({ proposed, targetProfileId, targetId }: CreateChangeInput): ImportLoss[] =>
  (proposed.role ?? targetProfileId ?? targetId) !== undefined ? [] : [{
    line: 1,
    status: "changed",
    why: 'The file has no role. The profile gets the role "worker", unless proposed.role names another.',
  }];

/** A profile that is meant for one purpose applies to all sessions of its role. */
const becomesDefault = ({ role, workflowTemplateId }: ProfileContent, { label }: AgentProfile): string =>
  `Every new session of the role ${role}${
    workflowTemplateId === null ? "" : ` in runs of the template ${workflowTemplateId}`
  } will use it instead of "${label}".`;

/** Fields that let an agent act outside its worktree, or instruct it. */
const GRAVE =
  /^(?:\w+: )?(?:instructions|provider|model|allowedPolicyClasses|toolAllowlist\.(?:run_command|fetch_url|agent_action))/;

function newContent(ctx: ProposeCtx, proposed: CreateChangeInput["proposed"]): ProfileContent {
  const { role, label } = proposed;
  if (role === undefined || (label ?? null) === null) {
    throw new InvalidError(
      "A new profile needs a role and a label in proposed. Name targetProfileId to change one.",
    );
  }
  return withSettings(ctx, contentOf(builtinOf(role)), proposed);
}

/** Returns the built-in profile of a role; nobody would ever use a profile of any other role. */
function builtinOf(role: string): AgentProfile {
  const found = BUILTIN_PROFILES.find((profile) => profile.role === role);
  if (found) return found;
  const roles = BUILTIN_PROFILES.map((profile) => profile.role).join(", ");
  throw new InvalidError(`proposed.role: there is no role "${role}". Choose one of: ${roles}.`);
}

async function prepareConnector(ctx: ProposeCtx, { targetId, reason }: CreateChangeInput) {
  if (targetId === undefined) throw new InvalidError("targetId: name the connector to enable.");
  const ask = await prepareToEnable(ctx, targetId.replace(/^connector:/, ""), reason);
  return () => shown(ask());
}

const shown = ({ value, existing }: Made<ChangeDocument>): Made<Change> => ({
  value: showChange(value),
  existing,
});

function proposeRelease(ctx: ProposeCtx, { targetId }: CreateChangeInput): Made<Change> {
  if (targetId === undefined) throw new InvalidError("targetId: name the skill to release.");
  const skill = requireSkill(ctx, targetId);
  if (!isUnreleased(skill)) {
    throw new InvalidError(`The skill ${targetId} is ${skill.state}, so it is in use already.`);
  }
  return shown(askToRelease(ctx, skill));
}
