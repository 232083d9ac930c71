import { storeProviderKey } from "../../client/provider_key.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";

/** Asks for the key of a provider without showing it, and stores it in the vault. Returns the secret's name, or null. */
export async function askForKey(
  shell: Shell,
  { call }: ServiceClient,
  { id, label }: { id: string; label: string },
): Promise<string | null> {
  const value = await shell.terminal.hidden(`The key of ${oneLine(label)} (it is not shown): `);
  return value ? await storeProviderKey(call, id, value) : null;
}
