import { nodeCrypto } from "../../../store/node_crypto.ts";
import { writeDurably } from "../../../store/durable_file.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { KEY_BYTES, parseKey } from "../../ground/kernel/key_text.ts";

/** The key that encrypts the data key of each secret, and the keys derived from it. */
export type MasterKey = {
  bytes: Uint8Array;
  /** Identifies the key without revealing anything about it. */
  id: string;
  /** Its source, for messages. */
  source: string;
};

/** Returns the key from the environment, which was parsed with the configuration. */
export const keyOfEnvironment = (text: string): MasterKey =>
  named(parseKey(text)!, "AGENT_HARNESS_MASTER_KEY");

/**
 * Returns the key in the key file; null if there is no such file. Throws `UnavailableError` with what to do if others
 * may read the file, or if it contains no key.
 */
export function readKeyFile(path: string): { key: MasterKey; text: string } | null {
  let text: string;
  try {
    requireMode(path);
    text = Deno.readTextFileSync(path).trim();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return null;
    if (cause instanceof UnavailableError) throw cause;
    throw new UnavailableError(
      `The key file ${path} cannot be read by this user. Run: chown the file to the user of this service, then chmod 600 ${path}`,
      { cause },
    );
  }
  const bytes = parseKey(text);
  if (!bytes) {
    throw new UnavailableError(
      `The key file ${path} does not contain a key (32 bytes in base64). Restore the file from your backup. Without it, the secrets that it encrypted cannot be read and must be set again.`,
    );
  }
  return { key: named(bytes, path), text };
}

/** Creates a key and its file. The file must not exist yet. */
export function createKeyFile(path: string): { key: MasterKey; text: string } {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const text = bytes.toBase64();
  writeDurably(path, `${text}\n`);
  return { key: named(bytes, path), text };
}

/** Derives a key for one purpose: it reveals nothing about the others. */
export const deriveKey = (key: Pick<MasterKey, "bytes">, purpose: string): Uint8Array =>
  new Uint8Array(nodeCrypto().hkdfSync("sha256", key.bytes, "", `agent-harness/${purpose}`, KEY_BYTES));

const named = (bytes: Uint8Array, source: string): MasterKey => ({
  bytes,
  id: deriveKey({ bytes }, "key-id").toHex().slice(0, 16),
  source,
});

/** A key that others on this machine may read protects nothing. */
function requireMode(path: string): void {
  const { mode } = Deno.statSync(path);
  if (mode === null || (mode & 0o077) === 0) return;
  const shown = (mode & 0o777).toString(8);
  throw new UnavailableError(
    `The key file ${path} has the mode ${shown}, so others on this machine can read it. Run: chmod 600 ${path}`,
  );
}
