import type { ApprovalDocument } from "../../store/approvals/stream.ts";
import { type ProfileContent, profileContentSchema } from "../../store/profiles/stream.ts";
import type { ChangeDocument } from "../../store/changes/stream.ts";
import type { ApplyingLive } from "../approvals/applying.ts";
import { requireChange } from "../changes/read_model.ts";
import { checkReview, otherDecisions, recordApproved } from "../changes/settle.ts";
import type { Core, Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import type { Subject } from "../kernel/subject.ts";
import type { WorkersLive } from "../workers/live.ts";
import { checkContent } from "./check.ts";
import { requireProfile } from "./read_model.ts";
import { saveProfile } from "./save.ts";

/** What a decision about a profile change does. */
export const profileSubject: Subject<Core & ApplyingLive & WorkersLive> = {
  kind: "profile",
  agentReads: false,
  appliers: {
    internal: {
      ...otherDecisions,
      check: (ctx, approval, flags) => {
        checkReview(ctx, approval, flags);
        requireBase(ctx, changeOf(ctx, approval));
        checkContent(ctx, contentIn(changeOf(ctx, approval)));
      },
      approved: (ctx, approval) => {
        const change = changeOf(ctx, approval);
        const target = requireBase(ctx, change);
        const isOwn = target !== null && target.source !== "builtin";
        const { id } = saveProfile(ctx, {
          id: isOwn ? target.id : null,
          content: contentIn(change),
          source: change.proposed.source === "imported" ? "imported" : "user",
          overrides: isOwn ? target.overrides : target?.id,
          changeId: change.id,
        });
        recordApproved(ctx, approval, id);
      },
    },
  },
};

const changeOf = (ctx: Ctx, { subject }: ApprovalDocument): ChangeDocument => requireChange(ctx, subject!.id);

const contentIn = ({ proposed }: ChangeDocument): ProfileContent =>
  profileContentSchema.parse(proposed.content);

/** Returns the profile to change, if it has not changed since the request; null for a new one. */
function requireBase(ctx: Ctx, { id, targetId, baseSha256 }: ChangeDocument) {
  if (targetId === null) return null;
  const target = requireProfile(ctx, targetId);
  if (target.contentSha256 === baseSha256) return target;
  throw new InvalidError(
    `The profile ${targetId} has changed since the change ${id} was requested. Request the change again.`,
  );
}
