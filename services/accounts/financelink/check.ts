import type { FinancelinkAppDocument, ItemDocument } from "../../../store/financelink/document.ts";
import { financelinkAppStream } from "../../../store/financelink/app_stream.ts";
import { financelinkAccountStream, itemStream } from "../../../store/financelink/item_stream.ts";
import { dueAt } from "../../ground/effects/due.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { useSecret } from "../secrets/use.ts";
import { itemOf, type ProviderItem } from "./answers.ts";
import { ALLOWED_PRODUCTS, APP_ID } from "./app.ts";
import { removeItem } from "./disconnect.ts";
import { accountsOf, allItems, CONSENT_WARNING_MILLISECONDS, requireItem } from "./items.ts";
import { ask, type FinancelinkLive, ProviderError } from "./transport.ts";
import { keysOf } from "../../../store/shared/records.ts";

const DAY_MILLISECONDS = 86_400_000;
const RETRY_MILLISECONDS = 3_600_000;
const MAX_ACCOUNTS = 500;

/**
 * Verifies that an item is read-only: everything granted, billed or consented to is compared with what is allowed. An
 * item with more is quarantined and removed at the provider. Also reads its accounts.
 */
export async function checkItem(
  ctx: Ctx<FinancelinkLive>,
  app: FinancelinkAppDocument,
  id: string,
): Promise<void> {
  const { secretId, removalAskedAt } = requireItem(ctx, id);
  if (removalAskedAt !== null) return;
  try {
    const use = { call: "financelink.check", host: new URL(app.baseUrl).host };
    const access_token = await useSecret(ctx, { id: secretId }, use);
    const item = itemOf(await ask(ctx, app, "/item/get", { access_token }));
    const products = grantedTo(item);
    const extraProducts = products.filter((product) => !ALLOWED_PRODUCTS.includes(product));
    if (extraProducts.length > 0) {
      const event = { type: "financelink_item.quarantined" as const, data: { extraProducts } };
      await ctx.store.commit(() => {
        if (requireItem(ctx, id).removalAskedAt === null) record(ctx, itemStream, id, [event]);
      });
      return await removeItem(ctx, app, id);
    }
    const loginRequired = item.error?.error_code === "ITEM_LOGIN_REQUIRED";
    if (loginRequired) throw new ProviderError("ITEM_ERROR", "ITEM_LOGIN_REQUIRED", 400);
    const answer = await ask(ctx, app, "/accounts/get", { access_token });
    await ctx.store.commit(() => {
      if (requireItem(ctx, id).removalAskedAt !== null) return; // it was disconnected meanwhile
      recordAccounts(ctx, id, answer.accounts);
      const ends = Date.parse(item.consent_expiration_time);
      const consentExpiresAt = Number.isNaN(ends) ? null : new Date(ends).toISOString();
      recordCheck(ctx, id, { products, consentExpiresAt, error: null, wait: DAY_MILLISECONDS });
    });
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    const before = requireItem(ctx, id);
    if (before.removalAskedAt !== null) return;
    const { products, consentExpiresAt } = before;
    const wait = cause instanceof ProviderError && cause.reason === "ITEM_LOGIN_REQUIRED"
      ? DAY_MILLISECONDS
      : RETRY_MILLISECONDS;
    await ctx.store.commit(() => recordCheck(ctx, id, { products, consentExpiresAt, error: cause, wait }));
  }
}

type Found = Pick<ItemDocument, "products" | "consentExpiresAt"> & {
  error: ServiceError | null;
  wait: number;
};

function recordCheck(
  ctx: Ctx<FinancelinkLive>,
  id: string,
  { products, consentExpiresAt, error, wait }: Found,
): void {
  const { type, reason } = error instanceof ProviderError
    ? error
    : { type: "UNAVAILABLE", reason: "UNAVAILABLE" };
  const loginRequired = reason === "ITEM_LOGIN_REQUIRED";
  const told = error && {
    type,
    code: reason,
    detail: loginRequired ? "The institution asks its customer to sign in again." : error.message,
    fix: loginRequired
      ? "Repair the connection: link it again with its id."
      : "It is checked again in an hour. If it still fails, check the provider's status page.",
  };
  const nextCheckAt = new Date(ctx.now().getTime() + wait).toISOString();
  const data = { products, consentExpiresAt, error: told, loginRequired, nextCheckAt };
  record(ctx, itemStream, id, [{ type: "financelink_item.checked", data }]);
  const item = requireItem(ctx, id);
  const left = consentExpiresAt === null ? Infinity : Date.parse(consentExpiresAt) - ctx.now().getTime();
  if (error !== null || item.consentWarned || left >= CONSENT_WARNING_MILLISECONDS) return;
  const warned = { at: consentExpiresAt!, institution: item.institution.name };
  record(ctx, itemStream, id, [{ type: "financelink_item.consent_expiring", data: warned }]);
}

/** Returns everything that an item says it was granted, in any list. */
function grantedTo({ products, billed_products, consented_products }: ProviderItem): string[] {
  const all = [...products, ...billed_products, ...consented_products];
  return [...new Set(all.map((product) => String(product).slice(0, 64)))].sort();
}

function recordAccounts(ctx: Ctx<FinancelinkLive>, itemId: string, accounts: unknown): void {
  const known = accountsOf(ctx, itemId);
  const text = (value: unknown): string | null => typeof value === "string" ? value.slice(0, 200) : null;
  for (const account of (Array.isArray(accounts) ? accounts : []).slice(0, MAX_ACCOUNTS)) {
    const remoteId = text(account?.account_id);
    if (remoteId === null) continue;
    const data = {
      itemId,
      remoteId,
      name: text(account.name) ?? "an account",
      mask: text(account.mask),
      type: text(account.type) ?? "other",
      subtype: text(account.subtype),
      currency: text(account.balances?.iso_currency_code),
    };
    const before = known.find((each) => each.remoteId === remoteId);
    const same = before &&
      keysOf(data).every((name) => before[name] === data[name]);
    if (same) continue;
    const id = before?.id ?? ctx.newId("finaccount");
    record(ctx, financelinkAccountStream, id, [{ type: "financelink_account.found", data }]);
  }
}

const waiting = (ctx: Ctx<FinancelinkLive>): ItemDocument[] => {
  const environment = ctx.store.documents.get(financelinkAppStream, APP_ID)?.environment;
  return allItems(ctx).filter((item) => item.nextCheckAt !== null && item.environment === environment);
};

/** Returns when the next item is to be checked. */
export function nextCheck(ctx: Ctx<FinancelinkLive>): Date | null {
  const times = waiting(ctx).map(({ nextCheckAt }) => Date.parse(nextCheckAt!));
  return times.length === 0 ? null : dueAt(new Date(Math.min(...times)), ctx.now());
}

/** Checks every item that is due. */
export async function checkDue(ctx: Ctx<FinancelinkLive>): Promise<void> {
  const app = ctx.store.documents.get(financelinkAppStream, APP_ID);
  const now = ctx.now();
  for (const { id, nextCheckAt } of waiting(ctx)) {
    if (app && dueAt(new Date(nextCheckAt!), now) <= now) await checkItem(ctx, app, id);
  }
}
