import { financelinkAppStream } from "../../../store/financelink/app_stream.ts";
import {
  type FinancelinkAppDocument,
  financelinkSettingsSchema,
} from "../../../store/financelink/document.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import { checkedSettings } from "../secrets/checked_settings.ts";
import { APP_ID, requireFinancelink, showFinancelink } from "./app.ts";
import type { FinancelinkAppConfig } from "./schemas.ts";
import { ask, type FinancelinkLive, ProviderError } from "./transport.ts";

const FIXES: Readonly<Record<string, string>> = {
  INVALID_API_KEYS: "Copy the client id and the secret of this environment, and set them again.",
  INVALID_PRODUCT: "Ask the provider to enable the product transactions for this client.",
  UNAUTHORIZED_ENVIRONMENT: "Ask the provider for access to this environment, or use sandbox.",
};

/** Creates a link token and discards it: if that works, the keys are right. The result is on disk before this resolves. */
export async function checkFinancelink(ctx: Ctx<FinancelinkLive>): Promise<FinancelinkAppConfig> {
  const app = requireFinancelink(ctx);
  const checked = settingsOf(ctx, app);
  const data = await ask(ctx, app, "/link/token/create", {
    client_name: app.clientName,
    country_codes: app.countryCodes,
    language: app.language,
    user: { client_user_id: "operator" },
    products: app.products,
  }).then(
    () => ({
      ok: true,
      httpStatus: 200,
      code: null,
      detail: "The keys work. The link token was discarded.",
      fix: null,
    }),
    (cause) => {
      if (!(cause instanceof ServiceError)) throw cause;
      const code = cause instanceof ProviderError ? cause.reason : null;
      const httpStatus = cause instanceof ProviderError ? cause.status : null;
      const fix = FIXES[code ?? ""] ??
        "Check the provider's status page and the network of this machine, then try again.";
      return { ok: false, httpStatus, code, detail: cause.message, fix };
    },
  );
  await ctx.store.commit(() => {
    // Other settings may have come in the meantime.
    if (settingsOf(ctx, requireFinancelink(ctx)) !== checked) return;
    record(ctx, financelinkAppStream, APP_ID, [{ type: "financelink_app.checked", data }]);
  });
  return showFinancelink(ctx);
}

const settingsOf = (ctx: Ctx<FinancelinkLive>, app: FinancelinkAppDocument): string =>
  checkedSettings(ctx, financelinkSettingsSchema.parse(app), [app.secretId]);
