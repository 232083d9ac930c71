import type { ConversationDocument } from "../../../../store/coordinator/document.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { ServiceError } from "../../../ground/kernel/errors.ts";
import { requireSmallDirectory } from "../../../machine/repositories/mod.ts";
import { resolveRepoPath } from "../../../machine/repositories/repo_path.ts";
import { lastRunOf } from "../focus.ts";
import { understand } from "../messages/words/understand.ts";
import type { CoordinatorMessageInput } from "../schemas.ts";
import { openPlace, type RepositoryAtCommit } from "../../../workforce/repository_files/repository_place.ts";
import type { ChecklistInput } from "./item.ts";
import type { ExecutorLive } from "../../../execution/commands/live.ts";

/**
 * Returns what a message would start and where. The target is only read and nothing of it is copied; for an agent only
 * if a human has used it here.
 */
export async function checklistInputOf(
  ctx: Ctx<ExecutorLive>,
  conversation: ConversationDocument,
  input: CoordinatorMessageInput,
  signal: AbortSignal,
): Promise<ChecklistInput> {
  const intent = understand(input.content);
  const asked = intent.kind === "start" ? intent : { request: input.content, repoPath: null };
  const given = input.repoPath ?? asked.repoPath ?? lastRunOf(ctx, conversation.id)?.repoPath ?? null;
  const subject = { ctx, input, request: asked.request, repoPath: given, signal };
  if (given === null) {
    return {
      ...subject,
      place: null,
      placeProblem: "No repository is selected, and this conversation has no run.",
    };
  }
  try {
    return { ...subject, place: await placeOf(ctx, resolveRepoPath(ctx, given), signal), placeProblem: null };
  } catch (cause) {
    return { ...subject, place: null, placeProblem: problemOf(cause, signal) };
  }
}

/** Returns the sentence for a failed check. Throws if this service is at fault. */
export function problemOf(cause: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "The check took too long and was stopped.";
  if (cause instanceof ServiceError) return cause.message;
  throw cause;
}

async function placeOf(
  ctx: Ctx<ExecutorLive>,
  path: string,
  signal: AbortSignal,
): Promise<RepositoryAtCommit> {
  const place = await openPlace(ctx, path);
  if (place.base === null) await requireSmallDirectory(place.control, signal);
  return place;
}
