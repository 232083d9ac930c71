import type { FinancelinkAppDocument, ItemDocument } from "../../../store/financelink/document.ts";
import { financelinkAppStream } from "../../../store/financelink/app_stream.ts";
import { itemStream } from "../../../store/financelink/item_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { singleFlight } from "../../ground/kernel/single_flight.ts";
import { deleteSecret } from "../secrets/delete.ts";
import { useSecret } from "../secrets/use.ts";
import { APP_ID, requireFinancelink } from "./app.ts";
import { allItems, requireItem, requireSameEnvironment, showItem } from "./items.ts";
import { ask, type FinancelinkLive, ProviderError } from "./transport.ts";

const RETRY_MILLISECONDS = 3_600_000;
const RETRY_FOR_MILLISECONDS = 24 * 3_600_000;
const GONE = new Set(["INVALID_ACCESS_TOKEN", "ITEM_NOT_FOUND"]);

/**
 * Ends an item, here at once and then at the provider; the response says how far that got. Repeating it asks a provider that
 * failed again, at once, and changes nothing otherwise.
 */
export async function disconnectItem(ctx: Ctx<FinancelinkLive>, id: string, reason: string) {
  const before = requireItem(ctx, id);
  const app = requireFinancelink(ctx);
  requireSameEnvironment(app, before);
  if (before.status !== "disconnecting" && before.status !== "disconnected") {
    await ctx.store.commit(() =>
      record(ctx, itemStream, id, [{ type: "financelink_item.disconnecting", data: { reason } }])
    );
  }
  await removeItem(ctx, app, id);
  const item = requireItem(ctx, id);
  return {
    item: showItem(ctx, item),
    remote: item.remote ?? "pending" as const,
    materialRemoved: item.materialRemovedAt !== null,
    retryAt: item.removalRetryAt,
    at: item.updatedAt,
  };
}

/** Tells the provider that an item has ended, and removes its token once it knows, or after a day of attempts. */
export const removeItem = (
  ctx: Ctx<FinancelinkLive>,
  app: FinancelinkAppDocument,
  id: string,
): Promise<void> =>
  singleFlight(ctx.financelink.removals, id, async () => {
    const item = requireItem(ctx, id);
    if (item.removalRetryAt !== null) await endItem(ctx, app, item);
  });

async function endItem(
  ctx: Ctx<FinancelinkLive>,
  app: FinancelinkAppDocument,
  item: ItemDocument,
): Promise<void> {
  const { id } = item;
  const remote = await tellProvider(ctx, app, item);
  const tried = ctx.now().getTime() - Date.parse(item.removalAskedAt!);
  const again = remote === "failed" && tried < RETRY_FOR_MILLISECONDS;
  // The remaining work is recorded in the log until the token is gone.
  const retryAt = new Date(ctx.now().getTime() + (again ? RETRY_MILLISECONDS : 0)).toISOString();
  await ctx.store.commit(() =>
    record(ctx, itemStream, id, [{ type: "financelink_item.removal_answered", data: { remote, retryAt } }])
  );
  if (again) return;
  await deleteSecret(ctx, item.secretId);
  await ctx.store.commit(() =>
    record(ctx, itemStream, id, [{ type: "financelink_item.material_removed", data: {} }])
  );
}

async function tellProvider(ctx: Ctx<FinancelinkLive>, app: FinancelinkAppDocument, item: ItemDocument) {
  if (item.remote === "removed" || item.remote === "already_gone") return item.remote;
  try {
    const use = { call: "financelink.remove", host: new URL(app.baseUrl).host };
    await ask(ctx, app, "/item/remove", { access_token: await useSecret(ctx, { id: item.secretId }, use) });
    return "removed" as const;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return cause instanceof ProviderError && GONE.has(cause.reason)
      ? "already_gone" as const
      : "failed" as const;
  }
}

const waiting = (ctx: Ctx<FinancelinkLive>): ItemDocument[] => {
  const environment = ctx.store.documents.get(financelinkAppStream, APP_ID)?.environment;
  return allItems(ctx).filter((item) => item.removalRetryAt !== null && item.environment === environment);
};

/** Returns when the provider is notified next. */
export function nextRemoval(ctx: Ctx<FinancelinkLive>): Date | null {
  const times = waiting(ctx).map(({ removalRetryAt }) => Date.parse(removalRetryAt!));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Tells the provider about every item that is due. */
export async function removeDue(ctx: Ctx<FinancelinkLive>): Promise<void> {
  const app = ctx.store.documents.get(financelinkAppStream, APP_ID);
  const now = ctx.now().toISOString();
  for (const { id, removalRetryAt } of waiting(ctx)) {
    if (app && removalRetryAt! <= now) await removeItem(ctx, app, id);
  }
}
