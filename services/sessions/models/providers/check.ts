import type { Ctx } from "../../../ground/kernel/context.ts";
import { healthOf } from "./health.ts";
import type { ProviderHealth } from "./health_schemas.ts";
import type { MonitorLive } from "./monitor.ts";
import { requireProvider } from "./require.ts";
import type { ModelsLive } from "./settings/live.ts";

/**
 * Checks a provider now and reads its catalog again; a server on this machine that answers becomes a known provider. Nothing
 * is generated. A provider that does not answer is not an error: its health says so. Throws `NotFoundError`.
 */
export async function checkProvider(ctx: Ctx<ModelsLive & MonitorLive>, id: string): Promise<ProviderHealth> {
  const provider = requireProvider(ctx, id);
  await ctx.providerMonitor.check(ctx, provider, "demand");
  return healthOf(ctx, requireProvider(ctx, id));
}
