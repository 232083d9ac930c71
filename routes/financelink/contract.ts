import {
  accountSettingsInputSchema,
  connectionsQuerySchema,
  connectionsSchema,
  disconnectResultSchema,
  exchangeInputSchema,
  exchangeResultSchema,
  financelinkAccountSchema,
  financelinkAppConfigSchema,
  financelinkInputSchema,
  linkInputSchema,
  linkResultSchema,
} from "../../services/accounts/financelink/schemas.ts";
import { reasonInputSchema } from "../../services/ground/kernel/schemas.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, account linking: read-only, and never with an account number. */
export const financelink = contract({
  "GET /financelink/app": {
    summary: "Show how account linking is configured",
    output: financelinkAppConfigSchema,
    cli: "financelink app",
  },
  "POST /financelink/app": {
    summary: "Configure account linking",
    body: financelinkInputSchema,
    output: financelinkAppConfigSchema,
    creates: { about: null },
    cli: "financelink configure",
  },
  "POST /financelink/app/smoke-check": {
    summary: "Check the keys by requesting a link token and discarding it",
    output: financelinkAppConfigSchema,
    cli: "financelink check",
  },
  "POST /financelink/link/token/create": {
    summary: "Start a visit to the provider's page, to link or repair an item",
    body: linkInputSchema,
    output: linkResultSchema,
    creates: { about: null, secret: true },
    cli: "financelink link",
  },
  "POST /financelink/link/token/exchange": {
    summary: "Finish a visit: link the item and verify that access is read-only",
    body: exchangeInputSchema,
    output: exchangeResultSchema,
    creates: { about: null },
    cli: "financelink exchange",
  },
  "GET /financelink/connections": {
    summary: "List linked items and their accounts, newest first",
    query: connectionsQuerySchema,
    output: connectionsSchema,
    cli: "financelink connections",
  },
  "POST /financelink/accounts/:id/settings": {
    summary: "Change an account's alias and where it is shown",
    body: accountSettingsInputSchema,
    output: financelinkAccountSchema,
    cli: "financelink settings",
  },
  "POST /financelink/items/:id/disconnect": {
    summary: "Disconnect an item, here and at the provider",
    body: reasonInputSchema.pick({ reason: true }),
    output: disconnectResultSchema,
    cli: "financelink disconnect",
  },
});
