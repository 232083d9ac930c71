import { Recent } from "../../../store/recent.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import { placementOf } from "../../workforce/worker_machines/leases/mod.ts";

type Shown = ReturnType<typeof placementOf>;

/** What was answered last, while the log does not grow: who looks at a run asks often. */
const shownOf = ownedBy<Ctx["store"], Recent<Shown>>(() => new Recent(1_000));

/** Returns what a run needs of the machines that work for it, and who keeps it on this machine. */
export function shownPlacement(ctx: Ctx, run: RunDocument): Shown {
  const known = shownOf(ctx.store);
  const key = `${ctx.store.chainHead.seq} ${run.id}`;
  const found = known.get(key);
  if (found) return found;
  const shown = placementOf(ctx, run);
  known.set(key, shown);
  return shown;
}
