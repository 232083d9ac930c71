import { financelinkAppStream } from "../../../store/financelink/app_stream.ts";
import type { FinancelinkAppDocument } from "../../../store/financelink/document.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { isLoopback } from "../../ground/kernel/loopback.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { materialState } from "../secrets/material.ts";
import { setSecret } from "../secrets/set.ts";
import { find } from "../secrets/use.ts";
import type { FinancelinkAppConfig, FinancelinkInput } from "./schemas.ts";
import { type FinancelinkLive, HOSTS, PATHS } from "./transport.ts";

/** The id of the only app. */
export const APP_ID = "financelink";

/** The products that may be granted: those that read. */
export const ALLOWED_PRODUCTS: readonly string[] = ["transactions", "investments", "liabilities"];

const DEFAULT_PRODUCTS = ["transactions"];

/** Returns the app's document. Throws `InvalidError` if none is configured. */
export function requireFinancelink({ store }: Pick<Ctx<FinancelinkLive>, "store">): FinancelinkAppDocument {
  const app = store.documents.get(financelinkAppStream, APP_ID);
  if (app) return app;
  throw new InvalidError(
    "Account linking is not configured. Send its keys with POST /financelink/app first.",
  );
}

/** Returns the app as the API shows it, even before it is configured. */
export function showFinancelink(ctx: Ctx<FinancelinkLive>): FinancelinkAppConfig {
  const app = ctx.store.documents.get(financelinkAppStream, APP_ID);
  const secret = app && ctx.store.documents.get(secretStream, app.secretId);
  const secretStatus = secret ? materialState(ctx, secret).materialStatus : "missing" as const;
  const usable = secretStatus === "present" || secretStatus === "unchecked";
  return {
    id: APP_ID,
    status: !app
      ? "not_configured"
      : !usable
      ? "incomplete"
      : app.checked === "no"
      ? "configured"
      : app.checked,
    clientId: app?.clientId ?? null,
    secretStatus,
    environment: app?.environment ?? null,
    host: app ? new URL(app.baseUrl).host : null,
    products: app?.products ?? [],
    countryCodes: app?.countryCodes ?? [],
    language: app?.language ?? null,
    clientName: app?.clientName ?? null,
    readOnly: { paths: [...PATHS], products: [...ALLOWED_PRODUCTS] },
    lastCheck: app?.lastCheck ?? null,
    updatedAt: app?.updatedAt ?? null,
  };
}

/** Stores the keys of the app. Products other than reading are refused with the name of the blocked class. */
export function configureFinancelink(
  ctx: Ctx<FinancelinkLive>,
  input: FinancelinkInput,
): Made<FinancelinkAppConfig> {
  requireAllowedProducts(input.products ?? []);
  const baseUrl = input.baseUrl ?? HOSTS[input.environment];
  if (
    !URL.canParse(baseUrl) || (baseUrl !== HOSTS[input.environment] && !isLoopback(new URL(baseUrl).hostname))
  ) {
    throw new InvalidError(
      `The field "baseUrl" is "${baseUrl}". Leave it out, or name a test server of this machine.`,
    );
  }
  const before = ctx.store.documents.get(financelinkAppStream, APP_ID);
  ctx.write(() => {
    const name = `financelink/${input.environment}`;
    const known = find(ctx, { name });
    const given = { name, kind: "client-secret", value: input.secret, ...(known && { id: known.id }) };
    const data = {
      clientId: input.clientId,
      secretId: setSecret(ctx, given).value.id,
      environment: input.environment,
      baseUrl,
      products: input.products ?? DEFAULT_PRODUCTS,
      countryCodes: input.countryCodes ?? ["US"],
      language: input.language ?? "en",
      clientName: input.clientName ?? "agent-harness",
    };
    record(ctx, financelinkAppStream, APP_ID, [{ type: "financelink_app.configured", data }]);
  });
  return before ? existing(showFinancelink(ctx)) : made(showFinancelink(ctx));
}

/** Throws `InvalidError` for a product beyond reading, with the name of the blocked class. */
export function requireAllowedProducts(products: readonly string[]): void {
  const other = products.find((product) => !ALLOWED_PRODUCTS.includes(product));
  if (other === undefined) return;
  const blocked = /transfer|payment|deposit|wallet|processor/.test(other)
    ? "purchases"
    : /investment|trade/.test(other)
    ? "trades"
    : "more than reading";
  throw new InvalidError(
    `policy_blocked: the product "${other}" belongs to the blocked class "${blocked}". The products are ${
      ALLOWED_PRODUCTS.join(", ")
    }.`,
  );
}
