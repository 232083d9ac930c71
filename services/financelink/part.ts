import { part } from "../kernel/part.ts";
import { checkDue, nextCheck } from "./check.ts";
import { nextRemoval, removeDue } from "./disconnect.ts";
import type { Core } from "../kernel/context.ts";
import type { OutboundLive } from "../outbound/part.ts";
import type { VaultLive } from "../secrets/vault.ts";
import type { FinancelinkWork } from "./transport.ts";

/** Checks each day that items may only be read, and ends what was disconnected. */
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
