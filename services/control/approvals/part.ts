import type { Core } from "../../ground/kernel/context.ts";
import { inParts } from "../../ground/kernel/in_parts.ts";
import { part } from "../../ground/kernel/part.ts";
import type { Boundary, Subject } from "../../ground/kernel/subject.ts";
import { Applying } from "./applying.ts";
import { expireApprovals, nextExpiry } from "./expire.ts";

// deno-lint-ignore no-explicit-any -- each subject needs its own parts
type Subjects = readonly Subject<any>[];

/** Applies what was approved for subjects other than runs, and expires approvals. */
export const applying = part({
  name: "applying",
  open: (
    service: Core,
    { subjects, boundary }: { subjects: Subjects; boundary?: Boundary },
  ) => new Applying(service, subjects, boundary),
  start: (applying) => applying.start(),
  stop: (applying) => applying.stop(),
  due: [{
    kind: "approval_expiry",
    movedBy: ["approval.requested"],
    next: nextExpiry,
    run: expireApprovals,
  }],
  tidy: async (ctx) => ({
    expiredApprovals: (await inParts(ctx, (most) => expireApprovals(ctx, most))).done,
  }),
});
