import { part } from "../../ground/kernel/part.ts";
import { checkDue, nextCheck } from "./check.ts";
import { nextRemoval, removeDue } from "./disconnect.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { OutboundLive } from "../outbound/part.ts";
import type { VaultLive } from "../secrets/vault.ts";
import type { FinancelinkWork } from "./transport.ts";

/** Verifies daily that items are read-only, and ends those that were disconnected. */
export const financelink = part({
  name: "financelink",
  open: (_: Core & VaultLive & OutboundLive): FinancelinkWork => ({ removals: new Map() }),
  stop: async ({ removals }) => void await Promise.allSettled(removals.values()),
  due: [
    {
      kind: "financelink_check",
      movedBy: ["financelink_item.linked", "financelink_app.configured"],
      next: nextCheck,
      begin: checkDue,
    },
    {
      kind: "financelink_removal",
      movedBy: ["financelink_item.quarantined", "financelink_item.disconnecting"],
      next: nextRemoval,
      begin: removeDue,
    },
  ],
});
