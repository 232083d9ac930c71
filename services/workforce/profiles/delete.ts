import { profileStream } from "../../../store/profiles/stream.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import { supersedeChanges } from "../../control/changes/settle.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { deletedBefore } from "../../ground/kernel/deleted_before.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { requireProfile } from "./read_model.ts";

/**
 * Deletes a custom profile; sessions keep their copy, and its role returns to the profile before it. Throws `NotFoundError`, and
 * `InvalidError` for a built-in one.
 */
export function deleteProfile(ctx: Ctx<ApplyingLive>, id: string): { id: string; deleted: true; at: string } {
  const before = deletedBefore(ctx, profileStream, id);
  if (before) return { id, deleted: true, at: before.at };
  const profile = requireProfile(ctx, id);
  if (profile.source === "builtin") {
    throw new InvalidError(
      `The profile "${id}" is built in and cannot be deleted. Narrow it with POST /agent-profiles/settings instead.`,
    );
  }
  const [deleted] = ctx.write(() => {
    supersedeChanges(ctx, id, `The profile ${id} was deleted in the meantime.`);
    return record(ctx, profileStream, id, [{
      type: "agent_profile.deleted",
      data: { label: profile.label },
    }]);
  });
  return { id, deleted: true, at: deleted!.at };
}
