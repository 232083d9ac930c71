import { part } from "../kernel/part.ts";
import { expireApprovals } from "./expire.ts";

/** Lets approvals expire. */
export const approvals = part({
  name: "approvals",
  tidy: (ctx) => ({ expiredApprovals: expireApprovals(ctx) }),
});
