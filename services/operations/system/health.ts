import type { Ctx } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { VERSION } from "../../ground/kernel/version.ts";

/** Returns that the service is ready. Throws `UnavailableError` if it can no longer record anything. */
export function requireHealth(ctx: Ctx) {
  if (ctx.store.commits.halted) {
    throw new UnavailableError("The service can no longer record anything. See its log for the reason.");
  }
  return health(ctx);
}

/** Returns that the process responds, which it does before its store is open. */
export function health(ctx: Pick<Ctx, "now" | "startedAt">) {
  return {
    status: "ok" as const,
    version: VERSION,
    startedAt: ctx.startedAt.toISOString(),
    uptimeSeconds: Math.max(0, (ctx.now().getTime() - ctx.startedAt.getTime()) / 1000),
  };
}
