import { linkStream } from "../../../store/financelink/app_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { type Made, made } from "../../ground/kernel/made.ts";
import { setSecret } from "../secrets/set.ts";
import { useSecret } from "../secrets/use.ts";
import { requireAllowedProducts, requireFinancelink } from "./app.ts";
import { requireItem, requireSameEnvironment } from "./items.ts";
import type { LinkInput, LinkResult } from "./schemas.ts";
import { ask, type FinancelinkLive } from "./transport.ts";

/**
 * Requests a session on the provider's hosted pages; the returned function records it. With `itemId` the session
 * repairs that item.
 */
export async function prepareLink(
  ctx: Ctx<FinancelinkLive>,
  input: LinkInput,
): Promise<() => Made<LinkResult>> {
  const app = requireFinancelink(ctx);
  requireAllowedProducts(input.products ?? []);
  const item = input.itemId === undefined ? null : requireItem(ctx, input.itemId);
  if (input.accountSelection && !item) {
    throw new InvalidError('"accountSelection" is only allowed with "itemId".');
  }
  if (item) {
    requireSameEnvironment(app, item);
    if (item.materialRemovedAt !== null || item.removalAskedAt !== null) {
      throw new InvalidError(`The item ${item.id} is ${item.status}. Leave "itemId" out to link it again.`);
    }
  }
  const use = { call: "financelink.link", host: new URL(app.baseUrl).host };
  const answer = await ask(ctx, app, "/link/token/create", {
    client_name: app.clientName,
    country_codes: app.countryCodes,
    language: app.language,
    user: { client_user_id: "operator" },
    hosted_link: {},
    ...(item
      ? {
        access_token: await useSecret(ctx, { id: item.secretId }, use),
        ...(input.accountSelection && { update: { account_selection_enabled: true } }),
      }
      : { products: input.products ?? app.products }),
  });
  const { link_token: linkToken, hosted_link_url: url, expiration } = answer;
  if (
    typeof linkToken !== "string" || typeof expiration !== "string" || Number.isNaN(Date.parse(expiration))
  ) {
    throw new UnavailableError(
      "The provider's response contained no link token. Check its status page and try again.",
    );
  }
  return () => {
    const id = ctx.newId("link");
    const mode = item ? "update" as const : "link" as const;
    const expiresAt = new Date(expiration).toISOString();
    ctx.write(() => {
      const sealed = setSecret(ctx, { name: `financelink/${id}/link`, kind: "item-token", value: linkToken });
      const { environment } = app;
      const data = { mode, environment, secretId: sealed.value.id, itemId: item?.id ?? null, expiresAt };
      record(ctx, linkStream, id, [{ type: "financelink_link.created", data }]);
    });
    // The page of a test server on this machine has no certificate.
    const isPage = (text: string) => text.startsWith("https://") || text.startsWith(`${app.baseUrl}/`);
    const hostedLinkUrl = typeof url === "string" && isPage(url) ? url : null;
    return made({ id, linkToken, hostedLinkUrl, mode, environment: app.environment, expiresAt });
  };
}
