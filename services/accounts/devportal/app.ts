import type { DevportalDocument } from "../../../store/devportal/document.ts";
import { devportalStream } from "../../../store/devportal/stream.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { materialState } from "../secrets/material.ts";
import type { VaultLive } from "../secrets/vault.ts";
import type { DevportalAppConfig } from "./schemas.ts";

/** The id of the only app. */
export const APP_ID = "devportal";

/** Returns the app as the API shows it, even before it is configured. */
export function showDevportal(ctx: Ctx<VaultLive>): DevportalAppConfig {
  const app = ctx.store.documents.get(devportalStream, APP_ID);
  const secretStatus = { apiKey: stateOf(ctx, app?.apiKeyId), apiSecret: stateOf(ctx, app?.apiSecretId) };
  const problems = (["apiKey", "apiSecret"] as const)
    .filter((field) => !["present", "unchecked"].includes(secretStatus[field]))
    .map((field) => ({
      code: `${field === "apiKey" ? "api_key" : "api_secret"}_missing`,
      detail: `The ${field === "apiKey" ? "key" : "secret"} of the app is not stored.`,
      fix: `Set ${field === "apiKey" ? "the key" : "the secret"} in the settings of the app (${field}).`,
    }));
  return {
    id: APP_ID,
    status: !app
      ? "not_configured"
      : problems.length > 0
      ? "incomplete"
      : app.checked === "no"
      ? "configured"
      : app.checked,
    displayName: app?.displayName ?? null,
    environment: app?.environment ?? null,
    tokenUrl: app?.tokenUrl ?? null,
    probeUrl: app?.probeUrl ?? null,
    invalidateUrl: app?.invalidateUrl ?? null,
    authMethod: app?.authMethod ?? "client_secret_basic",
    scopes: app?.scopes ?? [],
    apiKeyPreview: previewOf(ctx, app),
    secretStatus,
    problems,
    lastCheck: app?.checks[0] ?? null,
    checks: app?.checks ?? [],
    updatedAt: app?.updatedAt ?? null,
  };
}

function stateOf(ctx: Ctx<VaultLive>, id: string | null | undefined) {
  const secret = id ? ctx.store.documents.get(secretStream, id) : null;
  return secret ? materialState(ctx, secret).materialStatus : "missing" as const;
}

const previewOf = ({ store }: Ctx<VaultLive>, app: DevportalDocument | null): string | null =>
  app?.apiKeyId ? store.documents.get(secretStream, app.apiKeyId)?.redactedPreview ?? null : null;
