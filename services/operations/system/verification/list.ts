import type { Ctx } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";
import type { RestoreVerification, RestoreVerificationList } from "./schemas.ts";
import type { VerificationsLive } from "./work.ts";

/** Returns the latest verifications, newest first. */
export function listVerifications(
  { verifications: { latest } }: Ctx<VerificationsLive>,
  { limit, offset }: { limit: number; offset: number },
): RestoreVerificationList {
  const counts: Record<string, number> = {};
  for (const { status } of latest) counts[status] = (counts[status] ?? 0) + 1;
  return { items: latest.slice(offset, offset + limit), counts };
}

/** Returns one of them. Throws `NotFoundError`. */
export function requireVerification(
  { verifications: { latest } }: Ctx<VerificationsLive>,
  id: string,
): RestoreVerification {
  const found = latest.find((each) => each.id === id);
  if (!found) throw new NotFoundError("verification", id);
  return found;
}

/** Cancels one that is running; one that has ended stays as it is. Throws `NotFoundError`. */
export async function cancelVerification(
  ctx: Ctx<VerificationsLive>,
  id: string,
): Promise<RestoreVerification> {
  requireVerification(ctx, id);
  await ctx.verifications.cancel(id);
  return requireVerification(ctx, id);
}
