import type {
  FinancelinkAccountDocument,
  FinancelinkAppDocument,
  ItemDocument,
} from "../../../store/financelink/document.ts";
import { financelinkAccountStream, itemStream } from "../../../store/financelink/item_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { receiptsOf, usesOf } from "../secrets/receipts.ts";
import type { Connections, FinancelinkAccount, Item } from "./schemas.ts";
import type { FinancelinkLive } from "./transport.ts";
import { keysOf } from "../../../store/shared/records.ts";

const MAX_RECEIPTS = 5;
/** How long before the end of its consent an item counts as expiring. */
export const CONSENT_WARNING_MILLISECONDS = 7 * 86_400_000;

type Reader = Pick<Ctx<FinancelinkLive>, "store" | "now">;

/** Returns the item's document. Throws `NotFoundError`. */
export function requireItem({ store }: Pick<Reader, "store">, id: string): ItemDocument {
  const item = store.documents.get(itemStream, id);
  if (!item) throw new NotFoundError("item", id);
  return item;
}

/** Throws `InvalidError` if an item belongs to another environment than the configured one. */
export function requireSameEnvironment(app: FinancelinkAppDocument, item: ItemDocument): void {
  if (app.environment === item.environment) return;
  throw new InvalidError(
    `The item ${item.id} was linked in ${item.environment}, but ${app.environment} is configured. Its token can only be used there.`,
  );
}

/** Returns every item, oldest first. */
export const allItems = ({ store }: Pick<Reader, "store">): ItemDocument[] =>
  store.documents.all(itemStream, {});

/** Returns the accounts of an item. */
export const accountsOf = ({ store }: Pick<Reader, "store">, itemId: string): FinancelinkAccountDocument[] =>
  store.documents.all(financelinkAccountStream, { itemId });

/** Returns an item as the API shows it; one whose consent ends within a week is expiring. */
export function showItem({ now }: Pick<Reader, "now">, item: ItemDocument): Item {
  const {
    id,
    institution,
    environment,
    products,
    consentExpiresAt,
    lastCheckedAt,
    error,
    remote,
    removalAskedAt: askedAt,
    materialRemovedAt,
    removalRetryAt,
    linkedAt,
    updatedAt,
  } = item;
  const ends = consentExpiresAt !== null &&
    Date.parse(consentExpiresAt) - now().getTime() < CONSENT_WARNING_MILLISECONDS;
  const status = item.status === "healthy" && ends ? "consent_expiring" as const : item.status;
  return {
    id,
    institution,
    environment,
    status,
    products,
    consentExpiresAt,
    lastCheckedAt,
    error,
    removal: askedAt === null
      ? null
      : { askedAt, remote: remote ?? "pending", materialRemovedAt, retryAt: removalRetryAt },
    linkedAt,
    updatedAt,
  };
}

/** Returns an account as the API shows it. */
export function showFinancelinkAccount(
  { remoteId: _, ...account }: FinancelinkAccountDocument,
): FinancelinkAccount {
  return account;
}

/** Returns every item with its accounts, newest first, and how many have each status. */
export function listConnections(
  ctx: Reader,
  { status }: { status?: Item["status"] | undefined },
): Connections {
  const shown = allItems(ctx).toReversed().map((item) => ({
    ...showItem(ctx, item),
    accounts: accountsOf(ctx, item.id).map(showFinancelinkAccount),
    usedBy: usesOf(ctx, item.secretId),
    receipts: receiptsOf(ctx, [item.secretId], MAX_RECEIPTS),
  }));
  const counts: Record<string, number> = {};
  for (const item of shown) counts[item.status] = (counts[item.status] ?? 0) + 1;
  return { items: shown.filter((item) => status === undefined || item.status === status), counts };
}

/** Changes what this service does with an account, without the provider. Throws `NotFoundError`. */
export function changeAccountSettings(
  ctx: Ctx<FinancelinkLive>,
  id: string,
  input: {
    alias?: string | null | undefined;
    enabled?: boolean | undefined;
    hidden?: boolean | undefined;
    includeInPlanner?: boolean | undefined;
  },
): FinancelinkAccount {
  const account = ctx.store.documents.get(financelinkAccountStream, id);
  if (!account) throw new NotFoundError("account", id);
  const data = {
    alias: input.alias === undefined ? account.alias : input.alias,
    enabled: input.enabled ?? account.enabled,
    hidden: input.hidden ?? account.hidden,
    includeInPlanner: input.includeInPlanner ?? account.includeInPlanner,
  };
  const same = keysOf(data).every((name) => data[name] === account[name]);
  if (!same) {
    record(ctx, financelinkAccountStream, id, [{ type: "financelink_account.settings_changed", data }]);
  }
  return showFinancelinkAccount(ctx.store.documents.get(financelinkAccountStream, id)!);
}
