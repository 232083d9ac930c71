import { createHash } from "node:crypto";
import { BackupDamagedError } from "./damaged.ts";

/** Bytes as web streams take them. */
export type Bytes = Uint8Array<ArrayBuffer>;

const NAME = "agent-harness-seal:sha256:";

/**
 * The seal is a last, empty member of the gzip file whose comment is the hash of all bytes before it. `gzip -d` and
 * `tar` ignore it. It detects any byte that was changed, removed or added, even where gzip does not check.
 */
function sealOf(hash: string): Bytes {
  const header = [0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff];
  const comment = new TextEncoder().encode(`${NAME}${hash}\0`);
  const nothing = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  return Uint8Array.from([...header, ...comment, ...nothing]);
}

/** How many bytes the seal has. */
const SEAL_BYTES = sealOf("0".repeat(64)).length;

/** Passes bytes through and appends their seal. */
export function sealing(): TransformStream<Bytes, Bytes> {
  const hash = createHash("sha256");
  return new TransformStream({
    transform(chunk, controller) {
      hash.update(chunk);
      controller.enqueue(chunk);
    },
    flush: (controller) => controller.enqueue(sealOf(hash.digest("hex"))),
  });
}

/** Removes the seal and passes the rest through. Fails at the end if the seal does not match. */
export function unsealing(): TransformStream<Bytes, Bytes> {
  const hash = createHash("sha256");
  let held = new Uint8Array(0);
  return new TransformStream({
    transform(chunk, controller) {
      const all = joined(held, chunk);
      const sure = Math.max(0, all.length - SEAL_BYTES);
      held = all.slice(sure);
      if (sure === 0) return;
      hash.update(all.subarray(0, sure));
      controller.enqueue(all.subarray(0, sure));
    },
    flush() {
      const expected = sealOf(hash.digest("hex"));
      if (held.length !== expected.length || held.some((byte, i) => byte !== expected[i])) {
        throw new BackupDamagedError("its seal is missing or wrong: the file is incomplete or was changed");
      }
    },
  });
}

/** Joins two pieces of bytes. */
export function joined(a: Uint8Array, b: Uint8Array): Bytes {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
