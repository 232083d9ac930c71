import { z } from "zod";
import {
  oauthAccountSchema,
  oauthAccountsQuerySchema,
} from "../../services/accounts/oauth/account_schemas.ts";
import {
  flowInputSchema,
  oauthAppConfigSchema,
  oauthAppInputSchema,
  oauthCallbackInputSchema,
  oauthRefreshInputSchema,
  oauthRevokeInputSchema,
  oauthStartInputSchema,
  oauthStartResultSchema,
  startHeadersSchema,
} from "../../services/accounts/oauth/schemas.ts";
import { contract } from "../endpoint.ts";
import { fixedPage } from "../outputs.ts";

/** Interface, section 4, OAuth. No response contains a token. */
export const oauth = contract({
  "GET /oauth/accounts": {
    summary: "List connected accounts, newest first",
    access: "operator",
    query: oauthAccountsQuerySchema,
    output: z.array(oauthAccountSchema),
    cli: "oauth accounts",
  },
  "GET /oauth/apps/:connectorId": {
    summary: "Show how a connector is configured, and what is missing",
    access: "operator",
    output: oauthAppConfigSchema,
    cli: "oauth app",
  },
  "POST /oauth/apps/:connectorId": {
    summary: "Configure the app of a connector",
    access: "operator",
    body: oauthAppInputSchema,
    output: oauthAppConfigSchema,
    status: 201,
    about: null,
    cli: "oauth configure",
  },
  "POST /oauth/apps/:connectorId/start": {
    summary: "Start to connect an account, or to connect one again",
    access: "operator",
    headers: startHeadersSchema,
    body: flowInputSchema,
    output: oauthStartResultSchema,
    status: 201,
    about: null,
    cli: "oauth connect",
  },
  "POST /oauth/start": {
    summary: "Start to connect an account of the connector that the body names",
    access: "operator",
    headers: startHeadersSchema,
    body: oauthStartInputSchema,
    output: oauthStartResultSchema,
    status: 201,
    about: null,
    cli: "oauth start",
  },
  "POST /oauth/callback": {
    summary: "Finish connecting with the address that the browser was redirected to",
    access: "operator",
    body: oauthCallbackInputSchema,
    output: oauthAccountSchema,
    status: 201,
    about: null,
    cli: "oauth finish",
  },
  "GET /oauth/callback": {
    summary: "Receive a browser that a server redirects back",
    access: "public",
    search: true,
    headers: z.object({ cookie: z.string().optional() }),
    output: fixedPage(),
    cli: "oauth callback",
  },
  "POST /oauth/accounts/:id/refresh": {
    summary: "Refresh the access of an account if it is due",
    access: "operator",
    body: oauthRefreshInputSchema,
    output: oauthAccountSchema,
    cli: "oauth refresh",
  },
  "POST /oauth/accounts/:id/revoke": {
    summary: "Revoke the access to an account, here and at its server",
    access: "operator",
    body: oauthRevokeInputSchema,
    output: oauthAccountSchema,
    cli: "oauth revoke",
  },
});
