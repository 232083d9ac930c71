import { randomBytes, scrypt } from "node:crypto";
import { LEAST_PASSPHRASE } from "../../kernel/backup_config.ts";
import { BackupDamagedError, PassphraseError } from "./damaged.ts";

const MAGIC = new TextEncoder().encode("agent-harness encrypted backup 1\n");
const [SALT, CHECK, PREFIX] = [16, 16, 7];
/** scrypt with 128 MiB: about half a second for whoever knows the passphrase, and for each guess of who does not. */
const COST = 17;
/** What is accepted of a file: more would let a changed byte take gigabytes. */
export const [CHEAPEST, DEAREST] = [14, 20] as const;

/** How many bytes the header of an encrypted backup has. */
export const HEADER_BYTES = MAGIC.length + 1 + SALT + CHECK + PREFIX;

/** What encrypts and decrypts one backup. The header is authenticated with each block. */
export type BackupKey = { key: CryptoKey; header: Uint8Array<ArrayBuffer>; prefix: Uint8Array };

/** True when bytes begin as an encrypted backup does. */
export const isEncrypted = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

/**
 * A new key for one backup, from a passphrase; `cost` is the binary logarithm of scrypt's N. Throws `PassphraseError` when the
 * passphrase is too short.
 */
export async function makeKey(passphrase: string, cost = COST): Promise<BackupKey> {
  if (passphrase.length < LEAST_PASSPHRASE) {
    throw new PassphraseError(
      `The passphrase has ${passphrase.length} characters. At least ${LEAST_PASSPHRASE} are needed: whoever gets the file can try as often as they like.`,
    );
  }
  const [salt, prefix] = [randomBytes(SALT), randomBytes(PREFIX)];
  const { key, check } = await derive(passphrase, salt, cost);
  return { key, header: Uint8Array.from([...MAGIC, cost, ...salt, ...check, ...prefix]), prefix };
}

/** The key of an encrypted backup, from its header. Throws `PassphraseError` for another passphrase. */
export async function openKey(header: Uint8Array<ArrayBuffer>, passphrase: string): Promise<BackupKey> {
  if (header.length !== HEADER_BYTES) throw new BackupDamagedError("its header is incomplete");
  let at = MAGIC.length;
  const cost = header[at]!;
  if (cost < CHEAPEST || cost > DEAREST) throw new BackupDamagedError("its header was changed");
  const take = (bytes: number) => header.slice(at, at += bytes);
  at++;
  const [salt, expected, prefix] = [take(SALT), take(CHECK), take(PREFIX)];
  const { key, check } = await derive(passphrase, salt, cost);
  if (check.some((byte, i) => byte !== expected[i])) {
    throw new PassphraseError("The passphrase is not that of this backup, or the file's header was changed.");
  }
  return { key, header, prefix };
}

async function derive(passphrase: string, salt: Uint8Array, cost: number) {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 11) };
  scrypt(passphrase.normalize("NFC"), salt, 32 + CHECK, options, (cause, derived) => {
    if (cause) reject(cause);
    else resolve(derived);
  });
  const derived = await promise;
  const key = await crypto.subtle.importKey("raw", derived.slice(0, 32), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
  return { key, check: derived.slice(32) };
}
