import { Attempts } from "../../ground/effects/attempts.ts";
import { effectsDue } from "../../ground/effects/due.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { Boundary } from "../../ground/kernel/subject.ts";
import type { OutboundLive } from "../outbound/part.ts";
import type { VaultLive } from "../secrets/vault.ts";
import { requireFinancelink } from "./app.ts";
import { checkDue, nextCheck } from "./check.ts";
import type { FinancelinkLive } from "./transport.ts";
import { removeItem, waitingRemovals } from "./disconnect.ts";
import { endExpiredVisits } from "./visits.ts";

/** Verifies daily that items are read-only, and ends those that were disconnected and visits that nobody finished. */
export const financelink = part({
  name: "financelink",
  open: (_: Core & VaultLive & OutboundLive, { boundary }: { boundary?: Boundary }) =>
    new Attempts("finish", boundary),
  stop: (attempts) => attempts.stop(),
  tidy: endExpiredVisits,
  due: [
    {
      kind: "financelink_check",
      movedBy: ["financelink_item.linked", "financelink_app.configured"],
      next: nextCheck,
      begin: checkDue,
    },
    effectsDue<Core & FinancelinkLive>({
      kind: "financelink_removal",
      movedBy: ["financelink_item.quarantined", "financelink_item.disconnecting"],
      waiting: waitingRemovals,
      attempt: (ctx, id) => removeItem(ctx, requireFinancelink(ctx), id),
      atOnce: 1,
    }),
  ],
});
