import { linkStream } from "../../../store/financelink/app_stream.ts";
import type { FinancelinkAppDocument, LinkDocument } from "../../../store/financelink/document.ts";
import { itemStream } from "../../../store/financelink/item_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError, UnavailableError } from "../../ground/kernel/errors.ts";
import { inTurn } from "../../ground/kernel/in_turn.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { ownedBy } from "../../ground/kernel/owned_by.ts";
import { setSecret } from "../secrets/set.ts";
import { useSecret } from "../secrets/use.ts";
import { addedBy } from "./answers.ts";
import { requireFinancelink } from "./app.ts";
import { checkItem } from "./check.ts";
import { accountsOf, allItems, requireItem, showFinancelinkAccount, showItem } from "./items.ts";
import type { ExchangeInput, FinancelinkAccount, Item } from "./schemas.ts";
import { ask, type FinancelinkLive, ProviderError } from "./transport.ts";
import { finishVisit } from "./visits.ts";

const MAX_ITEMS = 50;

/** The result of a person's session on the provider's hosted page, before it costs anything. */
type Offered = {
  publicToken: string;
  institutionId: string;
  institutionName: string;
  accounts: { mask: string | null }[];
};

type Exchanged = { item: Item; accounts: FinancelinkAccount[] };

/** One exchange after the other: the same accounts could otherwise be linked twice at once. */
const turnsOf = ownedBy<Ctx<FinancelinkLive>["store"], Map<string, Promise<unknown>>>(() => new Map());

/**
 * Turns the result of the hosted page into an item, and verifies that it is read-only. An item that is already linked
 * is refused before anything is exchanged. A session that repaired an item checks that item again.
 */
export const prepareExchange = (
  ctx: Ctx<FinancelinkLive>,
  input: ExchangeInput,
): Promise<() => Made<Exchanged>> => inTurn(turnsOf(ctx.store), "exchange", () => exchange(ctx, input));

async function exchange(ctx: Ctx<FinancelinkLive>, input: ExchangeInput): Promise<() => Made<Exchanged>> {
  if (input.linkTokenId !== undefined && input.publicToken !== undefined) {
    throw new InvalidError('Send "linkTokenId" or "publicToken", not both.');
  }
  const app = requireFinancelink(ctx);
  const link = input.linkTokenId === undefined ? null : requireLink(ctx, app, input.linkTokenId);
  if (link?.itemId) return await finishUpdate(ctx, app, link, link.itemId);
  const offered = link ? await readVisit(ctx, app, link) : readInput(input);
  if (!input.allowDuplicate) requireNew(ctx, offered);
  if (allItems(ctx).filter(({ status }) => status !== "disconnected").length >= MAX_ITEMS) {
    throw new InvalidError(`${MAX_ITEMS} items are linked, which is the limit. Disconnect one first.`);
  }
  const { access_token: token } = await ask(ctx, app, "/item/public_token/exchange", {
    public_token: offered.publicToken,
  }).catch(refuseToken);
  if (typeof token !== "string") {
    throw new UnavailableError("The provider's response contained no token. Link it again.");
  }
  const id = ctx.newId("item");
  // On disk before anything else: without its token an item cannot even be removed.
  await ctx.store.commit(() => {
    const sealed = setSecret(ctx, { name: `financelink/${id}`, kind: "item-token", value: token });
    const institution = { id: offered.institutionId, name: offered.institutionName };
    const data = { environment: app.environment, secretId: sealed.value.id, institution };
    record(ctx, itemStream, id, [{ type: "financelink_item.linked", data }]);
  });
  if (link) await finishVisit(ctx, link);
  await checkItem(ctx, app, id);
  return () => made(show(ctx, id));
}

/** A token that was used, or has expired, is the caller's. */
function refuseToken(cause: unknown): never {
  if (cause instanceof ProviderError && cause.reason === "INVALID_PUBLIC_TOKEN") {
    throw new InvalidError(
      "The provider does not accept the public token: it was used before, or is too old. Link the item again.",
      { cause },
    );
  }
  throw cause;
}

const show = (ctx: Ctx<FinancelinkLive>, id: string): Exchanged => ({
  item: showItem(ctx, requireItem(ctx, id)),
  accounts: accountsOf(ctx, id).map(showFinancelinkAccount),
});

async function finishUpdate(
  ctx: Ctx<FinancelinkLive>,
  app: FinancelinkAppDocument,
  link: LinkDocument,
  itemId: string,
): Promise<() => Made<Exchanged>> {
  await checkItem(ctx, app, itemId);
  await finishVisit(ctx, link);
  return () => existing(show(ctx, itemId));
}

function requireLink({ store }: Ctx<FinancelinkLive>, app: FinancelinkAppDocument, id: string): LinkDocument {
  const link = store.documents.get(linkStream, id);
  if (!link) throw new NotFoundError("link token", id);
  if (link.status === "used") throw new InvalidError(`The link token ${id} was used. Create another one.`);
  if (link.environment === app.environment) return link;
  throw new InvalidError(
    `The link token ${id} belongs to ${link.environment}, but ${app.environment} is configured.`,
  );
}

function readInput({ publicToken, metadata }: ExchangeInput): Offered {
  if (publicToken === undefined) {
    throw new InvalidError('Send "linkTokenId", or "publicToken" with "metadata".');
  }
  if (metadata === undefined) {
    throw new InvalidError(
      'The field "metadata" is missing. It prevents linking the same item twice.',
    );
  }
  const { institutionId, accounts } = metadata;
  const masks = accounts.map(({ mask = null }) => ({ mask }));
  return { publicToken, institutionId, institutionName: institutionId, accounts: masks };
}

async function readVisit(
  ctx: Ctx<FinancelinkLive>,
  app: FinancelinkAppDocument,
  link: LinkDocument,
): Promise<Offered> {
  const use = { call: "financelink.link", host: new URL(app.baseUrl).host };
  const token = await useSecret(ctx, { id: link.secretId }, use);
  const added = addedBy(await ask(ctx, app, "/link/token/get", { link_token: token }));
  if (!added) {
    throw new InvalidError(
      "The hosted page is not finished yet. Open its address, finish it, and exchange again.",
    );
  }
  const { institution_id, name } = added.institution;
  const institutionId = String(institution_id ?? "unknown");
  return {
    publicToken: added.public_token,
    institutionId: institutionId.slice(0, 100),
    institutionName: String(name ?? institutionId).slice(0, 100),
    accounts: added.accounts,
  };
}

/** Throws `InvalidError` if an item of the same institution has one of the same accounts, by the last digits. */
function requireNew(ctx: Ctx<FinancelinkLive>, { institutionId, accounts }: Offered): void {
  const masks = new Set(accounts.flatMap(({ mask }) => mask ?? []));
  const linked = allItems(ctx).find((item) =>
    item.removalAskedAt === null && item.institution.id === institutionId &&
    accountsOf(ctx, item.id).some(({ mask }) => mask !== null && masks.has(mask))
  );
  if (!linked) return;
  throw new InvalidError(
    `The item ${linked.id} (${linked.institution.name}) already has these accounts, so nothing was exchanged. Repair it with "itemId" of POST /financelink/link/token/create, or send "allowDuplicate".`,
  );
}
