import type { Ctx } from "../kernel/context.ts";
import { UnavailableError } from "../kernel/errors.ts";
import { VERSION } from "../kernel/version.ts";

/** Says that the service is ready. Throws `UnavailableError` when it cannot record anything any more. */
export function requireHealth(ctx: Ctx) {
  if (ctx.store.commits.halted) {
    throw new UnavailableError("The service cannot record anything any more. Its log says why.");
  }
  return health(ctx);
}

/** Says that the process answers, which it does before its store is open. */
export function health(ctx: Pick<Ctx, "now" | "startedAt">) {
  return {
    status: "ok" as const,
    version: VERSION,
    startedAt: ctx.startedAt.toISOString(),
    uptimeSeconds: Math.max(0, (ctx.now().getTime() - ctx.startedAt.getTime()) / 1000),
  };
}
