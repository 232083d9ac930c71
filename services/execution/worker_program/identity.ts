import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "../../../store/durable_file.ts";
import { makeKeys } from "../../workforce/worker_machines/wire/mod.ts";

/** Who this machine is to its control plane. The file is readable by this user alone. */
const identitySchema = z.object({
  control: z.string(),
  machineId: z.string(),
  name: z.string(),
  token: z.string(),
  keys: z.object({ publicKey: z.string(), privateKey: z.string() }),
});
export type Identity = z.output<typeof identitySchema>;

const fileIn = (directory: string): string => join(directory, "identity.json");

/** Returns who this machine is; null if it is not enrolled. */
export async function readIdentity(directory: string): Promise<Identity | null> {
  const text = await Deno.readTextFile(fileIn(directory)).catch((cause) => {
    if (cause instanceof Deno.errors.NotFound) return null;
    throw cause;
  });
  return text === null ? null : identitySchema.parse(JSON.parse(text));
}

/** Makes a key, has the code exchanged for a token that is bound to it, and keeps both. */
export async function enrol(
  directory: string,
  control: string,
  exchange: (publicKey: string) => Promise<Pick<Identity, "machineId" | "name" | "token">>,
): Promise<Identity> {
  const keys = await makeKeys();
  const identity = { control, ...await exchange(keys.publicKey), keys };
  writeDurably(fileIn(directory), JSON.stringify(identity));
  return identity;
}
