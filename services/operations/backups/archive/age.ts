import { Decrypter, Encrypter } from "age-encryption";
import { MIN_PASSPHRASE_LENGTH } from "../../../ground/kernel/backup_config.ts";
import { BackupDamagedError, PassphraseError } from "./damaged.ts";
import type { Bytes } from "./seal.ts";

const MAGIC = new TextEncoder().encode("age-encryption.org/v1\n");
/** The binary logarithm of scrypt's N: 128 MiB and about a second, for the owner and for each guess of an attacker. */
const WORK_FACTOR = 17;

/** A passphrase that encrypts a new backup; `workFactor` is the binary logarithm of scrypt's N. */
export type Encryption = { passphrase: string; workFactor?: number };

/** Returns whether bytes begin like an age file. */
export const isAge = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

/** Throws `PassphraseError` if a passphrase for a new backup is too short. */
export function requireLongPassphrase(passphrase: string): void {
  if (passphrase.length >= MIN_PASSPHRASE_LENGTH) return;
  throw new PassphraseError(
    `The passphrase has ${passphrase.length} characters. At least ${MIN_PASSPHRASE_LENGTH} are required, ` +
      "because an attacker who has the file can try as often as they like.",
  );
}

/**
 * Encrypts a stream as an age file (https://age-encryption.org/v1) with one scrypt recipient, 64 KiB at a time. The
 * passphrase is taken in Unicode's form NFC.
 */
export async function encrypted(
  plain: ReadableStream<Uint8Array>,
  { passphrase, workFactor = WORK_FACTOR }: Encryption,
): Promise<ReadableStream<Uint8Array>> {
  requireLongPassphrase(passphrase);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase.normalize("NFC"));
  encrypter.setScryptWorkFactor(workFactor);
  return await encrypter.encrypt(plain);
}

/**
 * Decrypts an age file, 64 KiB at a time. Throws `PassphraseError` for a wrong passphrase; the stream fails with
 * `BackupDamagedError` at the first part that was changed, moved or cut.
 */
export async function decrypted(
  file: ReadableStream<Uint8Array>,
  passphrase: string,
): Promise<ReadableStream<Bytes>> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase.normalize("NFC"));
  // Called only when the passphrase is not accepted, to tell a wrong passphrase from a damaged header.
  decrypter.addIdentity({
    unwrapFileKey: () => {
      throw new PassphraseError();
    },
  });
  const plain = await decrypter.decrypt(file).catch((cause: Error) => {
    if (isOfSystem(cause) || cause instanceof PassphraseError) throw cause;
    throw new BackupDamagedError("its header was changed", { cause });
  });
  const reader = plain.getReader();
  return new ReadableStream({
    async pull(controller) {
      const part = await reader.read().catch((cause: Error) => {
        if (isOfSystem(cause)) throw cause;
        throw new BackupDamagedError("a part of it was changed, moved or cut off", { cause });
      });
      if (part.done) controller.close();
      else controller.enqueue(new Uint8Array(part.value));
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const isOfSystem = (cause: Error): boolean => "code" in cause;
