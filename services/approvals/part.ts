import { part } from "../kernel/part.ts";
import { expireApprovals, nextExpiry } from "./expire.ts";

/** Lets approvals expire. */
export const approvals = part({
  name: "approvals",
  due: [{
    kind: "approval_expiry",
    movedBy: ["approval.requested"],
    next: nextExpiry,
    run: (ctx) => {
      while (expireApprovals(ctx) > 0);
    },
  }],
  tidy: (ctx) => ({ expiredApprovals: expireApprovals(ctx) }),
});
