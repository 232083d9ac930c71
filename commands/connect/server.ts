import { providerIdOf } from "../../client/provider_id.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { askForKey } from "./key.ts";

/** Asks for the address and key of a model server and adds it. Returns its id, or null. */
export async function addServer(shell: Shell, connection: ServiceClient): Promise<string | null> {
  const baseUrl = (await shell.terminal.ask("Its address, such as http://192.168.1.20:11434/v1: "))?.trim();
  if (!baseUrl) return null;
  const id = providerIdOf(baseUrl);
  const secretName = await askForKey(shell, connection, { id, label: `${id}, or Enter where it needs none` });
  await connection.call("POST /providers", {
    body: { id, kind: "openai-compatible", baseUrl, ...(secretName !== null && { secretName }) },
  });
  return id;
}
