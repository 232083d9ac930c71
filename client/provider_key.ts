import type { createClient } from "./client.ts";

/** Stores the key of a provider in the vault, replacing an earlier one. Returns the name of the secret. */
export async function storeProviderKey(
  call: ReturnType<typeof createClient>,
  provider: string,
  value: string,
): Promise<string> {
  const [known] = await call("GET /secrets", { query: { provider, status: "present", limit: 1 } });
  const name = known?.name ?? provider;
  await call("POST /secrets", {
    body: { name, kind: "api-key", provider, value, ...(known && { id: known.id }) },
  });
  return name;
}

/** Stores the key of a known provider, and names it in providers.json if the provider is configured there. */
export async function changeProviderKey(
  call: ReturnType<typeof createClient>,
  id: string,
  value: string,
): Promise<void> {
  const secretName = await storeProviderKey(call, id, value);
  const { [id]: known } = await call("GET /providers/health");
  if (known?.source === "file") await call("POST /providers", { body: { id, secretName } });
}
