import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "../../../store/durable_file.ts";
import { makeKeys } from "../../workforce/worker_machines/wire/mod.ts";

/**
 * The key of a storage directory, for this user only. No backup contains it: who has a backup must not be able to sign as this
 * storage. A restored storage makes another one.
 */
export const SIGNING_KEY_FILE = "signing-key.json";

const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() });
type Keys = z.output<typeof keysSchema>;

/** Returns the key of a storage directory; null if nothing was signed there yet. Throws if the file is damaged. */
export function findSigningKey(storageDirectory: string): Keys | null {
  let text: string;
  try {
    text = Deno.readTextFileSync(join(storageDirectory, SIGNING_KEY_FILE));
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return null;
    throw cause;
  }
  return keysSchema.parse(JSON.parse(text));
}

/** Returns the key of a storage directory, which is made at the first call. */
export async function signingKey(storageDirectory: string): Promise<Keys> {
  const known = findSigningKey(storageDirectory);
  if (known) return known;
  const made = await makeKeys();
  // Another call may have been first.
  const meanwhile = findSigningKey(storageDirectory);
  if (meanwhile) return meanwhile;
  writeDurably(join(storageDirectory, SIGNING_KEY_FILE), `${JSON.stringify(made)}\n`);
  return made;
}

/** Returns the fingerprint of a public key, as `ssh-keygen -l` writes those of SSH. */
export const fingerprintOf = (publicKey: string): string =>
  `SHA256:${
    createHash("sha256").update(Uint8Array.fromBase64(publicKey)).digest("base64").replace(/=+$/, "")
  }`;
