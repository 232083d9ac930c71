import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import type { DashboardFile } from "./files.ts";
import type { DashboardLive } from "./files.ts";

/** Returns one file of the dashboard. Throws `NotFoundError`. */
export async function dashboardFile(ctx: Ctx<DashboardLive>, name: string): Promise<DashboardFile> {
  const file = await ctx.dashboard.file(name);
  if (!file) throw new NotFoundError("file of the dashboard", name);
  return file;
}
