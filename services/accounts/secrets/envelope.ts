import { z } from "zod";
import { nodeCrypto } from "../../../store/node_crypto.ts";
import type { MaterialName } from "../../../store/secrets/material_files.ts";
import { KEY_BYTES } from "../../ground/kernel/key_text.ts";
import { deriveKey, type MasterKey } from "./master_key.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const FORMAT = "agent-harness/secret-material";

const boxSchema = z.object({ nonce: z.string(), sealed: z.string() });

/** A value at rest: encrypted with its own data key, which is encrypted with the master key. */
const envelopeSchema = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.literal(1),
  keyId: z.string(),
  dataKey: boxSchema,
  value: boxSchema,
});

/** Why an envelope could not be opened. */
export class EnvelopeError extends Error {
  constructor(readonly reason: "damaged" | "other-key") {
    super(reason);
  }
}

/**
 * Encrypts a value for one version of one secret: AES-256-GCM, with id and version as additional authenticated data, so
 * that no file can replace another. Synchronous with `node:crypto`; Web Crypto can open the result.
 */
export function seal(master: MasterKey, name: MaterialName, value: string): string {
  const dataKey = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const envelope: z.infer<typeof envelopeSchema> = {
    format: FORMAT,
    formatVersion: 1,
    keyId: master.id,
    dataKey: encrypt(wrappingKey(master), dataKey, context(name, "data-key")),
    value: encrypt(dataKey, new TextEncoder().encode(value), context(name, "value")),
  };
  dataKey.fill(0);
  return `${JSON.stringify(envelope)}\n`;
}

/** Returns the value. Throws `EnvelopeError` if the text was changed, belongs to another version, or has another key. */
export function open(master: MasterKey, name: MaterialName, text: string): string {
  const envelope = parse(text);
  if (envelope.keyId !== master.id) throw new EnvelopeError("other-key");
  const dataKey = decrypt(wrappingKey(master), envelope.dataKey, context(name, "data-key"));
  const value = decrypt(dataKey, envelope.value, context(name, "value"));
  dataKey.fill(0);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
}

const wrappingKey = (master: MasterKey): Uint8Array => deriveKey(master, "data-key-encryption");

/** The data that a box is bound to. */
const context = ({ id, version }: MaterialName, part: string): Uint8Array =>
  new TextEncoder().encode(`${FORMAT}/1\n${part}\n${id}\n${version}`);

function parse(text: string): z.infer<typeof envelopeSchema> {
  try {
    return envelopeSchema.parse(JSON.parse(text));
  } catch {
    throw new EnvelopeError("damaged");
  }
}

function encrypt(key: Uint8Array, plain: Uint8Array, bound: Uint8Array): z.infer<typeof boxSchema> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const cipher = nodeCrypto().createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bound);
  const sealed = new Uint8Array([...cipher.update(plain), ...cipher.final(), ...cipher.getAuthTag()]);
  return { nonce: nonce.toBase64(), sealed: sealed.toBase64() };
}

function decrypt(key: Uint8Array, box: z.infer<typeof boxSchema>, bound: Uint8Array): Uint8Array {
  try {
    const sealed = Uint8Array.fromBase64(box.sealed);
    const nonce = Uint8Array.fromBase64(box.nonce);
    const body = sealed.subarray(0, sealed.length - TAG_BYTES);
    const decipher = nodeCrypto().createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(bound);
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    return new Uint8Array([...decipher.update(body), ...decipher.final()]);
  } catch {
    throw new EnvelopeError("damaged");
  }
}
