import { deleteSecret } from "../../services/accounts/secrets/delete.ts";
import { listSecrets, listSecretStatus } from "../../services/accounts/secrets/list.ts";
import { requireSecret, showSecret, showStatus } from "../../services/accounts/secrets/read_model.ts";
import { setSecret } from "../../services/accounts/secrets/set.ts";
import { domain } from "../domain.ts";
import { secrets } from "./contract.ts";

export const secretsDomain = domain(secrets, {
  "GET /secrets": (ctx, { query }) => listSecrets(ctx, query),
  "POST /secrets": (ctx, { body }) => setSecret(ctx, body),
  "GET /secrets/status": (ctx, { query }) => listSecretStatus(ctx, query),
  "GET /secrets/:id": (ctx, { params }) => showSecret(ctx, requireSecret(ctx, params.id)),
  "GET /secrets/:id/status": (ctx, { params }) => showStatus(ctx, requireSecret(ctx, params.id)),
  "POST /secrets/:id/delete": (ctx, { params }) => deleteSecret(ctx, params.id),
});
