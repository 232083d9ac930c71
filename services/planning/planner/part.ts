import type { ApplyingLive } from "../../control/approvals/applying.ts";
import { expirePlans } from "./waiting/plans.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { inParts } from "../../ground/kernel/in_parts.ts";
import { part } from "../../ground/kernel/part.ts";
import { followConnections, nextNeed } from "./connections.ts";
import type { SourceLive } from "../calendars/live.ts";
import { nextDue, Refresher, type RefresherLive } from "./sources/refresher.ts";

/** Keeps the planner's sources fresh. Without a configured source it contacts no one. */
export const planner = part({
  name: "planner",
  open: (service: Core & SourceLive & ApplyingLive) => new Refresher(service),
  start: (refresher) => refresher.start(),
  tidy: async (ctx) => ({ expiredPlans: (await inParts(ctx, (most) => expirePlans(ctx, most))).done }),
  clean: (ctx) => ctx.planner.expandLocal(),
  stop: (refresher) => refresher.stop(),
  due: [{
    kind: "planner_connections",
    movedBy: [
      "financelink_item.checked",
      "financelink_item.quarantined",
      "financelink_item.disconnecting",
      "financelink_account.settings_changed",
      "oauth_account.connected",
      "oauth_account.refreshed",
      "oauth_account.refresh_failed",
      "oauth_account.human_needed",
      "oauth_account.quarantined",
      "oauth_account.revoked",
      "planner.source_configured",
    ],
    next: nextNeed,
    run: followConnections,
  }, {
    kind: "planner_refresh",
    movedBy: [
      "planner.source_configured",
      "planner.settings_changed",
      "planner.refresh_finished",
      "oauth_account.connected",
    ],
    next: nextDue,
    begin: (ctx: Core & RefresherLive) => ctx.planner.refreshDue(),
  }],
});
