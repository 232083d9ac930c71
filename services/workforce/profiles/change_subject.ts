import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { type ProfileContent, profileContentSchema } from "../../../store/profiles/stream.ts";
import type { ChangeDocument } from "../../../store/changes/stream.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import { requireChange } from "../../control/changes/read_model.ts";
import { checkReview, otherDecisions, recordApproved } from "../../control/changes/settle.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { Subject } from "../../ground/kernel/subject.ts";
import type { WorkersLive } from "../workers/live.ts";
import { checkNames } from "./check.ts";
import { effectsOf, widerPaths } from "./effects.ts";
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
        const change = changeOf(ctx, approval);
        const target = requireBase(ctx, change);
        checkNames(ctx, contentIn(change));
        requireShown(change, widerPaths(effectsOf(ctx, target, contentIn(change))));
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

/** Throws `InvalidError` if the change would now widen more than the reviewer was shown, because other profiles have changed. */
function requireShown({ id, diff }: ChangeDocument, wider: readonly string[]): void {
  const more = wider.filter((path) => !diff.some((each) => each.path === path && each.effect === "widens"));
  if (more.length === 0) return;
  throw new InvalidError(
    `The change ${id} would now also widen ${
      more.join(", ")
    }, since other profiles have changed. Request the change again.`,
  );
}

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
