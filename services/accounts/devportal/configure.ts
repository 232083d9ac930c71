import type { DevportalDocument } from "../../../store/devportal/document.ts";
import { devportalStream } from "../../../store/devportal/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { givenOrKept } from "../../ground/kernel/given_or_kept.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { requireSecure } from "../outbound/secure_address.ts";
import { requireSecret } from "../secrets/read_model.ts";
import { setSecret } from "../secrets/set.ts";
import { find } from "../secrets/use.ts";
import type { VaultLive } from "../secrets/vault.ts";
import { APP_ID, showDevportal } from "./app.ts";
import type { DevportalAppConfig, DevportalInput } from "./schemas.ts";

/**
 * Stores the keys of an app and the addresses of its portal. Results for the previous keys no longer apply. A new server
 * needs the keys again.
 */
export function configureDevportal(ctx: Ctx<VaultLive>, input: DevportalInput): Made<DevportalAppConfig> {
  for (const field of ["tokenUrl", "probeUrl", "invalidateUrl"] as const) {
    const address = input[field];
    if (typeof address === "string") requireSecure(field, address);
  }
  const before = ctx.store.documents.get(devportalStream, APP_ID);
  if (before) requireSameServers(input, before);
  ctx.write(() => {
    const data = {
      apiKeyId: stored(ctx, "apiKey", input) ?? before?.apiKeyId ?? null,
      apiSecretId: stored(ctx, "apiSecret", input) ?? before?.apiSecretId ?? null,
      tokenUrl: input.tokenUrl,
      probeUrl: givenOrKept(input.probeUrl, before?.probeUrl),
      invalidateUrl: givenOrKept(input.invalidateUrl, before?.invalidateUrl),
      authMethod: givenOrKept(input.authMethod, before?.authMethod) ?? "client_secret_basic" as const,
      scopes: givenOrKept(input.scopes, before?.scopes) ?? [],
      environment: givenOrKept(input.environment, before?.environment) ?? "production",
      displayName: givenOrKept(input.displayName, before?.displayName) ?? "Developer portal",
    };
    record(ctx, devportalStream, APP_ID, [{ type: "devportal.configured", data }]);
  });
  return before ? existing(showDevportal(ctx)) : made(showDevportal(ctx));
}

/** Keys that are kept go to no server but those that they were entered for. */
function requireSameServers(input: DevportalInput, before: DevportalDocument): void {
  const sent = (field: "apiKey" | "apiSecret") =>
    input[field] !== undefined || input[`${field}Id`] !== undefined;
  if (sent("apiKey") && sent("apiSecret")) return;
  const known = addressesOf(before).map((address) => new URL(address).origin);
  const other = addressesOf(input).map((address) => new URL(address).origin).find((each) =>
    !known.includes(each)
  );
  if (other === undefined) return;
  throw new InvalidError(
    `The stored keys were not entered for ${other}. Send "apiKey" and "apiSecret" again, or the ids of stored secrets.`,
  );
}

/** Returns the addresses that the keys are sent to. */
const addressesOf = (
  { tokenUrl, invalidateUrl }: Pick<DevportalInput, "tokenUrl" | "invalidateUrl">,
): string[] => [tokenUrl, invalidateUrl].filter((address) => typeof address === "string");

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
