import { placementSettingsStream } from "../../../store/worker_machines/settings.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { labelsHere } from "./leases/labels.ts";
import type { MachinesLive } from "./leases/machines.ts";
import { verifyOnOf } from "./leases/placement.ts";
import type { ChangePlacementInput, PlacementSettings } from "./schemas.ts";

/** Returns where results are verified, and the labels of this machine. */
export function showPlacement(ctx: Ctx): PlacementSettings {
  const set = ctx.store.documents.get(placementSettingsStream, "settings")?.verifyOn ?? null;
  return { verifyOn: verifyOnOf(ctx), verifyOnSet: set, labelsHere: labelsHere(ctx) };
}

/** Changes where results are verified, or the labels of this machine; what is left out stays. */
export async function changePlacement(
  ctx: Ctx<MachinesLive>,
  { verifyOn, labels }: ChangePlacementInput,
): Promise<PlacementSettings> {
  if (verifyOn === undefined && labels === undefined) {
    throw new InvalidError("Say what to change: verifyOn or labels.");
  }
  const data = { ...(verifyOn !== undefined && { verifyOn }), ...(labels && { labels }) };
  ctx.write(() => {
    record(ctx, placementSettingsStream, "settings", [{ type: "placement_settings.changed", data }]);
    ctx.machines.reconsider(ctx);
  });
  await ctx.settled();
  return showPlacement(ctx);
}
