import { configureFinancelink, showFinancelink } from "../../services/accounts/financelink/app.ts";
import { disconnectItem } from "../../services/accounts/financelink/disconnect.ts";
import { prepareExchange } from "../../services/accounts/financelink/exchange.ts";
import { changeAccountSettings, listConnections } from "../../services/accounts/financelink/items.ts";
import { prepareLink } from "../../services/accounts/financelink/link.ts";
import { checkFinancelink } from "../../services/accounts/financelink/smoke.ts";
import { domain } from "../domain.ts";
import { financelink } from "./contract.ts";

export const financelinkDomain = domain(financelink, {
  "GET /financelink/app": (ctx) => showFinancelink(ctx),
  "POST /financelink/app": (ctx, { body }) => configureFinancelink(ctx, body),
  "POST /financelink/app/smoke-check": (ctx) => checkFinancelink(ctx),
  "POST /financelink/link/token/create": { prepare: (ctx, { body }) => prepareLink(ctx, body) },
  "POST /financelink/link/token/exchange": { prepare: (ctx, { body }) => prepareExchange(ctx, body) },
  "GET /financelink/connections": (ctx, { query }) => listConnections(ctx, query),
  "POST /financelink/accounts/:id/settings": (ctx, { params, body }) =>
    changeAccountSettings(ctx, params.id, body),
  "POST /financelink/items/:id/disconnect": (ctx, { params, body }) =>
    disconnectItem(ctx, params.id, body.reason ?? "the operator disconnected it"),
});
