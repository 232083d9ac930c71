import { hkdfSync, randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { writeDurably } from "../../store/secrets/material_files.ts";
import { UnavailableError } from "../errors.ts";

/** Bytes of a key of AES-256. */
const KEY_BYTES = 32;

/** The key under which the data key of each secret is encrypted, with what derives from it. */
export type MasterKey = {
  bytes: Uint8Array;
  /** Names the key without telling anything of it. */
  id: string;
  /** Where it comes from, for sentences. */
  source: string;
};

/** Reads a key as text: 32 bytes in base64, base64url or hex. Null for anything else. */
export function parseKey(text: string): Uint8Array | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Uint8Array.fromHex(text);
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null;
  try {
    const alphabet = /[-_]/.test(text) ? "base64url" : "base64";
    const bytes = Uint8Array.fromBase64(text, { alphabet });
    return bytes.length === KEY_BYTES ? bytes : null;
  } catch {
    return null;
  }
}

/** The key that the environment gives. It has been parsed when the configuration was read. */
export const keyOfEnvironment = (text: string): MasterKey =>
  named(parseKey(text)!, "AGENT_HARNESS_MASTER_KEY");

/**
 * The key of the key file; null when there is no such file. Throws `UnavailableError` with what to do when others may
 * read the file, or when it holds no key.
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
      `The key file ${path} does not hold a key (32 bytes in base64). Put the file back from your backup; without it the secrets that it encrypted cannot be read and must be set again.`,
    );
  }
  return { key: named(bytes, path), text };
}

/** Makes a key and its file. The file must not be there yet. */
export function createKeyFile(path: string): { key: MasterKey; text: string } {
  const bytes = new Uint8Array(randomBytes(KEY_BYTES));
  const text = bytes.toBase64();
  writeDurably(path, `${text}\n`);
  if (Deno.build.os !== "windows") {
    using directory = Deno.openSync(dirname(path), { read: true });
    directory.syncSync();
  }
  return { key: named(bytes, path), text };
}

/** A key for one purpose: what is made with it says nothing of the others. */
export const deriveKey = (key: Pick<MasterKey, "bytes">, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", key.bytes, "", `agent-harness/${purpose}`, KEY_BYTES));

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
    `The key file ${path} has the mode ${shown}, so that others on this machine may read it. Run: chmod 600 ${path}`,
  );
}
