import { BackupDamagedError } from "./damaged.ts";
import type { BackupKey } from "./passphrase.ts";
import { type Bytes, joined } from "./seal.ts";

const BLOCK = 1024 * 1024;
const TAG = 16;

/**
 * AES-256-GCM in blocks of 1 MiB. A block's nonce holds its number and whether it is the last, so that blocks cannot be
 * reordered, and a file that was cut at a block's end is found (the STREAM construction).
 */
export function encrypting(key: BackupKey): TransformStream<Bytes, Bytes> {
  return inBlocks(
    BLOCK,
    (block, number, last) => crypto.subtle.encrypt(gcm(key, number, last), key.key, block),
    {
      start: (controller) => controller.enqueue(key.header),
    },
  );
}

/** The way back; what follows the header goes in. Fails at the first block that was changed, moved or cut. */
export function decrypting(key: BackupKey): TransformStream<Bytes, Bytes> {
  return inBlocks(BLOCK + TAG, async (block, number, last) => {
    try {
      return await crypto.subtle.decrypt(gcm(key, number, last), key.key, block);
    } catch {
      const what = last ? "it is incomplete, or its end was changed" : `its block ${number + 1} was changed`;
      throw new BackupDamagedError(what);
    }
  });
}

function gcm({ header, prefix }: BackupKey, number: number, last: boolean) {
  const iv = new Uint8Array(12);
  iv.set(prefix);
  new DataView(iv.buffer).setUint32(prefix.length, number);
  iv[11] = last ? 1 : 0;
  return { name: "AES-GCM", iv, additionalData: header };
}

type Work = (block: Bytes, number: number, last: boolean) => Promise<ArrayBuffer>;

/** Cuts bytes into blocks of one size; the last may be shorter, and is only known once the bytes have ended. */
function inBlocks(
  size: number,
  work: Work,
  more: Transformer<Bytes, Bytes> = {},
): TransformStream<Bytes, Bytes> {
  let held = new Uint8Array(0);
  let number = 0;
  return new TransformStream({
    ...more,
    async transform(chunk, controller) {
      held = joined(held, chunk);
      while (held.length > size) {
        controller.enqueue(new Uint8Array(await work(held.slice(0, size), number++, false)));
        held = held.slice(size);
      }
    },
    flush: async (controller) => controller.enqueue(new Uint8Array(await work(held, number, true))),
  });
}
