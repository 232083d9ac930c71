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
    query: oauthAccountsQuerySchema,
    output: z.array(oauthAccountSchema),
    cli: "oauth accounts",
  },
  "GET /oauth/apps/:connectorId": {
    summary: "Show how a connector is configured, and what is missing",
    output: oauthAppConfigSchema,
    cli: "oauth app",
  },
  "POST /oauth/apps/:connectorId": {
    summary: "Configure the app of a connector",
    body: oauthAppInputSchema,
    output: oauthAppConfigSchema,
    creates: { about: null },
    cli: "oauth configure",
  },
  "POST /oauth/apps/:connectorId/start": {
    summary: "Start to connect an account, or to connect one again",
    headers: startHeadersSchema,
    body: flowInputSchema,
    output: oauthStartResultSchema,
    creates: { about: null, secret: true },
    cli: "oauth connect",
  },
  "POST /oauth/start": {
    summary: "Start to connect an account of the connector that the body names",
    headers: startHeadersSchema,
    body: oauthStartInputSchema,
    output: oauthStartResultSchema,
    creates: { about: null, secret: true },
    cli: "oauth start",
  },
  "POST /oauth/callback": {
    summary: "Finish connecting with the address that the browser was redirected to",
    body: oauthCallbackInputSchema,
    output: oauthAccountSchema,
    creates: { about: null },
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
    body: oauthRefreshInputSchema,
    output: oauthAccountSchema,
    cli: "oauth refresh",
  },
  "POST /oauth/accounts/:id/revoke": {
    summary: "Revoke the access to an account, here and at its server",
    body: oauthRevokeInputSchema,
    output: oauthAccountSchema,
    cli: "oauth revoke",
  },
});
