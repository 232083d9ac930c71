import type { FinancelinkAppDocument, ItemDocument } from "../../../store/financelink/document.ts";
import { financelinkAppStream } from "../../../store/financelink/app_stream.ts";
import { itemStream } from "../../../store/financelink/item_stream.ts";
import { carryOut } from "../../ground/effects/carry_out.ts";
import type { Waiting } from "../../ground/effects/due.ts";
import type { Outcome } from "../../ground/effects/effect.ts";
import { RETRIES, retryAt } from "../../ground/effects/retries.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { deleteSecret } from "../secrets/delete.ts";
import { useSecret } from "../secrets/use.ts";
import { APP_ID, requireFinancelink } from "./app.ts";
import { allItems, requireItem, requireSameEnvironment, showItem } from "./items.ts";
import { ask, type FinancelinkLive, ProviderError } from "./transport.ts";

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
  ctx.financelink.once(id, async (attempt) => {
    const item = requireItem(ctx, id);
    if (item.removalRetryAt === null) return;
    await carryOut({
      kind: "bank_removal",
      progress: "intended",
      perform: () => tellProvider(ctx, app, item),
      record: (outcome) => recordAnswer(ctx, item, outcome),
    }, attempt);
  });

type Ended = "removed" | "already_gone";

type Told = { remote: Ended | "failed"; retryAt: string };

/** The remaining work is recorded in the log until the token is gone. */
async function recordAnswer(
  ctx: Ctx<FinancelinkLive>,
  item: ItemDocument,
  end: Outcome<Ended>,
): Promise<void> {
  const { id, secretId, removalAskedAt } = item;
  const remote = end.kind === "done" ? end.result : "failed";
  const next = end.kind === "done"
    ? null
    : retryAt(RETRIES.bank_removal, { before: 0, since: removalAskedAt }, ctx.now());
  const data: Told = { remote, retryAt: next ?? ctx.now().toISOString() };
  await ctx.store.commit(() =>
    record(ctx, itemStream, id, [{ type: "financelink_item.removal_answered", data }])
  );
  if (next !== null) return;
  await deleteSecret(ctx, secretId);
  await ctx.store.commit(() =>
    record(ctx, itemStream, id, [{ type: "financelink_item.material_removed", data: {} }])
  );
}

async function tellProvider(
  ctx: Ctx<FinancelinkLive>,
  app: FinancelinkAppDocument,
  { remote, secretId }: ItemDocument,
): Promise<Outcome<Ended>> {
  if (remote === "removed" || remote === "already_gone") return { kind: "done", result: remote };
  try {
    const use = { call: "financelink.remove", host: new URL(app.baseUrl).host };
    await ask(ctx, app, "/item/remove", { access_token: await useSecret(ctx, { id: secretId }, use) });
    return { kind: "done", result: "removed" };
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return cause instanceof ProviderError && GONE.has(cause.reason)
      ? { kind: "done", result: "already_gone" }
      : { kind: "unknown", detail: cause.message };
  }
}

/** Returns the items of the configured environment whose end the provider is to be told, each with its moment. */
export function* waitingRemovals(ctx: Ctx<FinancelinkLive>): Generator<Waiting> {
  const environment = ctx.store.documents.get(financelinkAppStream, APP_ID)?.environment;
  for (const item of allItems(ctx)) {
    if (item.environment !== environment || item.removalRetryAt === null) continue;
    yield { id: item.id, at: new Date(item.removalRetryAt) };
  }
}
