import { storeProviderKey } from "../../client/provider_key.ts";
import { UsageError } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import type { FoundProvider } from "./list.ts";

/** Asks for the key of a provider without showing it, and stores it in the vault. Returns the secret's name, or null. */
export async function askForKey(
  shell: Shell,
  { call }: ServiceClient,
  { id, label }: { id: string; label: string },
): Promise<string | null> {
  const value = await shell.terminal.hidden(`The key of ${oneLine(label)} (it is not shown): `);
  return value ? await storeProviderKey(call, id, value) : null;
}

/** Asks for the key of a hosted model that has none. Returns whether it has one now. Throws `UsageError` without a terminal. */
export async function hasKey(
  shell: Shell,
  connection: ServiceClient,
  one: FoundProvider,
): Promise<boolean> {
  if (one.state !== "needs_key" || one.kind !== "hosted") return true;
  if (shell.terminal.interactive) return await askForKey(shell, connection, one) !== null;
  throw new UsageError(`${oneLine(one.detail)} Connect it at a terminal, or store its key with secrets set.`);
}
