import { devportalStream } from "../../../store/devportal/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { isLoopback } from "../../ground/kernel/loopback.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { requireSecret } from "../secrets/read_model.ts";
import { setSecret } from "../secrets/set.ts";
import { find } from "../secrets/use.ts";
import type { VaultLive } from "../secrets/vault.ts";
import { APP_ID, showDevportal } from "./app.ts";
import type { DevportalAppConfig, DevportalInput } from "./schemas.ts";

/** Stores the keys of an app and the addresses of its portal. Results for the previous keys no longer apply. */
export function configureDevportal(ctx: Ctx<VaultLive>, input: DevportalInput): Made<DevportalAppConfig> {
  for (const field of ["tokenUrl", "probeUrl", "invalidateUrl"] as const) requireSecure(field, input[field]);
  const before = ctx.store.documents.get(devportalStream, APP_ID);
  ctx.write(() => {
    const data = {
      apiKeyId: stored(ctx, "apiKey", input) ?? before?.apiKeyId ?? null,
      apiSecretId: stored(ctx, "apiSecret", input) ?? before?.apiSecretId ?? null,
      tokenUrl: input.tokenUrl,
      probeUrl: given(input.probeUrl, before?.probeUrl),
      invalidateUrl: given(input.invalidateUrl, before?.invalidateUrl),
      authMethod: input.authMethod ?? before?.authMethod ?? "client_secret_basic" as const,
      scopes: input.scopes ?? before?.scopes ?? [],
      environment: input.environment ?? before?.environment ?? "production",
      displayName: input.displayName ?? before?.displayName ?? "Developer portal",
    };
    record(ctx, devportalStream, APP_ID, [{ type: "devportal.configured", data }]);
  });
  return before ? existing(showDevportal(ctx)) : made(showDevportal(ctx));
}

/** What is left out stays as it was; null clears it. */
const given = (value: string | null | undefined, before: string | null | undefined): string | null =>
  value === undefined ? before ?? null : value;

function requireSecure(field: string, address: string | null | undefined): void {
  if (address === undefined || address === null) return;
  const url = new URL(address);
  const local = isLoopback(url.hostname.replace(/^\[|\]$/g, ""));
  if (url.protocol === "https:" || (url.protocol === "http:" && local)) return;
  throw new InvalidError(
    `The field "${field}" is "${address}". It must start with https://; http:// is allowed only for this machine.`,
  );
}

function stored(ctx: Ctx<VaultLive>, field: "apiKey" | "apiSecret", input: DevportalInput): string | null {
  const [value, id] = [input[field], input[`${field}Id`]];
  if (value !== undefined && id !== undefined) {
    throw new InvalidError(`Send "${field}" or "${field}Id", not both.`);
  }
  if (id !== undefined) {
    if (requireSecret(ctx, id).status === "present") return id;
    throw new InvalidError(`The secret ${id} was deleted. Name an existing one.`);
  }
  if (value === undefined) return null;
  const name = `devportal/${field === "apiKey" ? "api-key" : "api-secret"}`;
  const known = find(ctx, { name });
  return setSecret(ctx, { name, kind: "client-secret", value, ...(known && { id: known.id }) }).value.id;
}
