import { ArtifactDamagedError } from "../../../../store/artifacts.ts";
import { sha256 } from "../../../../store/chain.ts";
import type { ActionDocument } from "../../../../store/planner/action_stream.ts";
import { plannerActionStream } from "../../../../store/planner/action_stream.ts";
import type { Core, Ctx } from "../../../ground/kernel/context.ts";
import { NotFoundError, UnavailableError } from "../../../ground/kernel/errors.ts";
import { keepMaterial } from "../../../ground/material/keep.ts";
import { sourceOf } from "../../planner_settings/settings.ts";
import { itemId } from "../../planner/items/import.ts";
import { ownerOf } from "../../planner/items/local_calendar.ts";
import { type CalendarActionResponse, type PlanFile, planFileSchema } from "./schemas.ts";

/** The reading of a plan that was not made from words. */
export const NOT_IN_WORDS = { request: null, parsed: [] };

/** Returns the action with that id. Throws `NotFoundError`. */
export function requireAction({ store }: Pick<Core, "store">, id: string): ActionDocument {
  const action = store.documents.get(plannerActionStream, id);
  if (!action) throw new NotFoundError("calendar action", id);
  return action;
}

/** Stores a text of a plan for as long as its source is kept; resolves with its evidence. */
export async function keepText(ctx: Ctx, sourceId: string, content: string | Uint8Array) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const { sha256, size } = await keepMaterial(ctx, { content: bytes, owner: ownerOf(sourceId), until: null });
  return { sha256, size };
}

/** Returns a stored text. Throws `UnavailableError` where it was erased with its source. */
export async function readKept(ctx: Ctx, hash: string): Promise<string> {
  try {
    return await ctx.artifacts.readText(hash);
  } catch (cause) {
    if (!(cause instanceof ArtifactDamagedError)) throw cause;
    throw new UnavailableError("The plan is no longer stored, because its source was removed.", { cause });
  }
}

/** Returns what was planned. */
export const readPlan = async (ctx: Ctx, { planSha256 }: ActionDocument): Promise<PlanFile> =>
  planFileSchema.parse(JSON.parse(await readKept(ctx, planSha256)));

/** Identifies a source's settings: what was planned for one server and account is not executed on another. */
export const configHash = (ctx: Pick<Core, "store">, sourceId: string): string =>
  sha256(JSON.stringify(settingsOf(ctx, sourceId)));

/** Whether a source's settings are those that a plan was made for. Plans of earlier versions identify fewer of them. */
export function isPlannedFor(
  ctx: Pick<Core, "store">,
  { sourceId }: Pick<ActionDocument, "sourceId">,
  { configSha256 }: Pick<PlanFile, "configSha256">,
): boolean {
  const settings = settingsOf(ctx, sourceId);
  return [settings, settings && settings.slice(0, -2)].some((each) =>
    sha256(JSON.stringify(each)) === configSha256
  );
}

function settingsOf(ctx: Pick<Core, "store">, sourceId: string) {
  const config = sourceOf(ctx, sourceId)?.config;
  if (!config) return null;
  const { kind, url, username, enabled, writeBack, secretId, privateHost } = config;
  return [kind, url, username, enabled, writeBack, secretId, privateHost];
}

/** Returns an action as the API shows it. */
export function showAction(action: ActionDocument, file: PlanFile): CalendarActionResponse {
  const { id, status, policyClass, approvalId, planSha256, expiresAt, undoOf, detail, finishedAt } = action;
  const calendarIds = file.calendarId === "" ? [] : [file.calendarId];
  return {
    id,
    status,
    action: action.action,
    policyClass,
    approvalId,
    source: action.sourceId,
    plan: file.plan,
    planSha256,
    parsed: file.parsed,
    evidence: file.evidence,
    warnings: file.warnings,
    expiresAt,
    result: finishedAt === null ? null : {
      detail: detail ?? "",
      steps: action.done,
      draftIds: action.draftIds,
      artifactIds: calendarIds.flatMap((calendarId) =>
        file.uids.map(({ uid }) => itemId(action.sourceId, { calendarId, uid, recurrenceId: null }))
      ),
      at: finishedAt,
    },
    undoOf,
  };
}
