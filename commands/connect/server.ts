import { connectStatedServer } from "../../client/lacked_server.ts";
import { providerIdOf } from "../../client/provider_id.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { askForKey } from "./key.ts";
import type { FoundProvider } from "./list.ts";

type Lacked = NonNullable<FoundProvider["lacks"]>;

/** Asks for the address and key of a model server and adds it. Returns its id, or null. */
export async function addServer(
  shell: Shell,
  connection: ServiceClient,
  kind: Lacked["kind"] = "openai-compatible",
): Promise<string | null> {
  const baseUrl = (await shell.terminal.ask("Its address, such as http://192.168.1.20:11434/v1: "))?.trim();
  if (!baseUrl) return null;
  const id = providerIdOf(baseUrl);
  const secretName = await askForKey(shell, connection, { id, label: `${id}, or Enter where it needs none` });
  await connection.call("POST /providers", {
    body: { id, kind, baseUrl, ...(secretName !== null && { secretName }) },
  });
  return id;
}

/** Adds the server that an agent's configuration names, or else one whose address the person gives. Returns its id, or null. */
export async function addServerOf(
  shell: Shell,
  connection: ServiceClient,
  { label, lacks }: FoundProvider & { lacks: Lacked },
): Promise<string | null> {
  if (lacks.baseUrl !== null) return await connectStatedServer(connection.call, lacks, lacks.baseUrl);
  shell.output.talk(`${oneLine(label)} needs a server for its models, with the protocol ${lacks.kind}.`);
  return await addServer(shell, connection, lacks.kind);
}
