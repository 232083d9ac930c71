import { scrypt } from "node:crypto";
import { BackupDamagedError, PassphraseError } from "./damaged.ts";
import { type Bytes, joined } from "./seal.ts";

const MAGIC = new TextEncoder().encode("agent-harness encrypted backup 1\n");
const [SALT, CHECK, PREFIX] = [16, 16, 7];
/** Limits for values in a file: otherwise a changed byte could take gigabytes. */
const [MIN_COST, MAX_COST] = [14, 20];

const BLOCK = 1024 * 1024;
const TAG = 16;

/** How many bytes the header of a backup in the first encrypted format has. */
export const HEADER_BYTES = MAGIC.length + 1 + SALT + CHECK + PREFIX;

/** Decrypts one backup. The header is authenticated with each block. */
type FirstKey = { key: CryptoKey; header: Bytes; prefix: Uint8Array };

/** Returns whether bytes begin like a backup from before backups were age files. */
export const isFirstFormat = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

/**
 * Derives the key of a backup in the first format from its header. Throws `PassphraseError` for a wrong passphrase and
 * `BackupDamagedError` for an invalid header.
 */
export async function openFirstKey(header: Bytes, passphrase: string): Promise<FirstKey> {
  if (header.length !== HEADER_BYTES) throw new BackupDamagedError("its header is incomplete");
  let at = MAGIC.length;
  const cost = header[at]!;
  if (cost < MIN_COST || cost > MAX_COST) throw new BackupDamagedError("its header was changed");
  const take = (bytes: number) => header.slice(at, at += bytes);
  at++;
  const [salt, expected, prefix] = [take(SALT), take(CHECK), take(PREFIX)];
  const { key, check } = await derive(passphrase, salt, cost);
  if (check.some((byte, i) => byte !== expected[i])) throw new PassphraseError();
  return { key, header, prefix };
}

/**
 * Decrypts what follows the header: AES-256-GCM in blocks of 1 MiB, whose nonce contains the block's number and whether
 * it is the last. Fails with `BackupDamagedError` at the first block that was changed, moved or cut.
 */
export function decryptingFirst(key: FirstKey): TransformStream<Bytes, Bytes> {
  let held = new Uint8Array(0);
  let number = 0;
  const decrypt = async (block: Bytes, last: boolean) => {
    try {
      return new Uint8Array(await crypto.subtle.decrypt(gcm(key, number++, last), key.key, block));
    } catch {
      const what = last ? "it is incomplete, or its end was changed" : `its block ${number} was changed`;
      throw new BackupDamagedError(what);
    }
  };
  return new TransformStream({
    async transform(chunk, controller) {
      held = joined(held, chunk);
      while (held.length > BLOCK + TAG) {
        controller.enqueue(await decrypt(held.slice(0, BLOCK + TAG), false));
        held = held.slice(BLOCK + TAG);
      }
    },
    flush: async (controller) => controller.enqueue(await decrypt(held, true)),
  });
}

function gcm({ header, prefix }: FirstKey, number: number, last: boolean) {
  const iv = new Uint8Array(12);
  iv.set(prefix);
  new DataView(iv.buffer).setUint32(prefix.length, number);
  iv[11] = last ? 1 : 0;
  return { name: "AES-GCM", iv, additionalData: header };
}

async function derive(passphrase: string, salt: Uint8Array, cost: number) {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const options = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 11) };
  scrypt(passphrase.normalize("NFC"), salt, 32 + CHECK, options, (cause, derived) => {
    if (cause) reject(cause);
    else resolve(derived);
  });
  const derived = await promise;
  const key = await crypto.subtle.importKey("raw", derived.slice(0, 32), "AES-GCM", false, ["decrypt"]);
  return { key, check: derived.slice(32) };
}
