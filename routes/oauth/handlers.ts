import { showApp } from "../../services/accounts/oauth/app_model.ts";
import { prepareCallback, showCallback } from "../../services/accounts/oauth/callback.ts";
import { prepareApp } from "../../services/accounts/oauth/configure.ts";
import { listAccounts } from "../../services/accounts/oauth/list.ts";
import { refreshNow } from "../../services/accounts/oauth/refresh_now.ts";
import { revokeAccount } from "../../services/accounts/oauth/revoke.ts";
import { prepareStart } from "../../services/accounts/oauth/start.ts";
import { domain } from "../domain.ts";
import { oauth } from "./contract.ts";

export const oauthDomain = domain(oauth, {
  "GET /oauth/accounts": (ctx, { query }) => listAccounts(ctx, query),
  "GET /oauth/apps/:connectorId": (ctx, { params }) => showApp(ctx, params.connectorId),
  "POST /oauth/apps/:connectorId": {
    prepare: (ctx, { params, body }) => prepareApp(ctx, params.connectorId, body),
  },
  "POST /oauth/apps/:connectorId/start": {
    prepare: (ctx, { params, headers, body }) => prepareStart(ctx, { ...params, input: body, ...headers }),
  },
  "POST /oauth/start": {
    prepare: (ctx, { headers, body: { connectorId, ...input } }) =>
      prepareStart(ctx, { connectorId, input, ...headers }),
  },
  "POST /oauth/callback": { prepare: (ctx, { body }) => prepareCallback(ctx, body) },
  "GET /oauth/callback": (ctx, { search, headers }) => showCallback(ctx, { search, cookies: headers.cookie }),
  "POST /oauth/accounts/:id/refresh": (ctx, { params, body }) => refreshNow(ctx, params.id, body),
  "POST /oauth/accounts/:id/revoke": (ctx, { params, body }) =>
    revokeAccount(ctx, params.id, body.reason ?? "the operator revoked it"),
});
