import { randomBytes, scryptSync } from "node:crypto";
import { HEADER_BYTES } from "../../services/operations/backups/archive/first_format.ts";

/** An archive with `secrets/0` and `secrets/1` that version 0.1.0 encrypted with `PASSPHRASE`. */
export const WRITTEN_BY_0_1_0 =
  "YWdlbnQtaGFybmVzcyBlbmNyeXB0ZWQgYmFja3VwIDEKDoJCVmN6UMNY23AQX55wGKvwEo/SlUDE6vwz8Pf+iXvfgU7t0AjUpoME" +
  "51DH/Xym2g8XlgRrGQvnKBEWU+YSUVUEoQ6O1a7GJtOaDi7RKBJD0otGIwiXGO61lMkoeNA+JxMjTmpNHo9KGIGMlKkGsdXN+FeF" +
  "XrKnow4agqGsMpMKXX2wXyFB/RAd3ntkP7wMFM9v0t6zZMiU3Pj0E0iGRF2Ly5/mOBjcqbwbuPwkkjabKLlKrArtrob/np424una" +
  "EiHg7MOU7lbYit9fNPUDHEYo+mED6gaLdQDvXbgEjg2XQIR0f+Kon1HCivHFtmcDEKI50aSv5sv1moea60ooeSPcrTNW8Qww1iK7" +
  "D/tiBn9oi2rSyAgcYWQk0+/OUp6P4uvyjfqo4ync+Qo5k9bZ75Ybj9Vs1ScA+q2i54SOXgpibH/I+Yam6+JDs07K";

const COST = 14;
const BLOCK = 1024 * 1024;

/** Where the blocks of such a file begin, and how long one is. */
export const BLOCKS = { start: HEADER_BYTES, size: BLOCK + 16 };

/** Encrypts an archive as version 0.1.0 did: the product only reads this format. */
export async function inFirstFormat(
  archive: Uint8Array,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const magic = new TextEncoder().encode("agent-harness encrypted backup 1\n");
  const [salt, prefix] = [randomBytes(16), randomBytes(7)];
  const derived = Uint8Array.from(
    scryptSync(passphrase.normalize("NFC"), salt, 48, { N: 2 ** COST, r: 8, p: 1 }),
  );
  const header = Uint8Array.from([...magic, COST, ...salt, ...derived.subarray(32), ...prefix]);
  const key = await crypto.subtle.importKey("raw", derived.subarray(0, 32), "AES-GCM", false, ["encrypt"]);
  const parts: Uint8Array<ArrayBuffer>[] = [header];
  for (let number = 0;; number++) {
    const last = archive.length <= (number + 1) * BLOCK;
    const iv = new Uint8Array(12);
    iv.set(prefix);
    new DataView(iv.buffer).setUint32(prefix.length, number);
    iv[11] = last ? 1 : 0;
    const block = Uint8Array.from(archive.subarray(number * BLOCK, (number + 1) * BLOCK));
    parts.push(
      new Uint8Array(
        await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: header }, key, block),
      ),
    );
    if (last) return await new Blob(parts).bytes();
  }
}
