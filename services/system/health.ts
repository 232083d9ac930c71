import type { Ctx } from "../context.ts";
import { VERSION } from "./version.ts";

/** That the process is ready to answer. */
export function health(ctx: Pick<Ctx, "now" | "startedAt">) {
  return {
    status: "ok" as const,
    version: VERSION,
    startedAt: ctx.startedAt.toISOString(),
    uptimeSeconds: Math.max(0, (ctx.now().getTime() - ctx.startedAt.getTime()) / 1000),
  };
}
