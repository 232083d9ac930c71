import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { createTarDecoder } from "modern-tar";
import { decrypted, isAge } from "./age.ts";
import { BackupDamagedError, PassphraseError } from "./damaged.ts";
import { decryptingFirst, HEADER_BYTES, isFirstFormat, openFirstKey } from "./first_format.ts";
import { readFully, writeAll } from "./bytes.ts";
import { type Bytes, unsealing } from "./seal.ts";
import type { ArchivedFile } from "./write.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The names allowed in an archive. None can lead outside of the target directory. */
const NAMES =
  /^(?:harness\.db(?:\.changes)?|manifest\.json|artifacts\/[0-9a-f]{2}\/[0-9a-f]{64}|secrets(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+)$/;

/**
 * Unpacks an archive into a directory, for this user only, and returns its files in order. A file without a place is only
 * hashed. Throws `PassphraseError`, or `BackupDamagedError` if anything was changed; files may exist then.
 */
export async function extractArchive(
  path: string,
  into: string,
  passphrase: string | null,
  placeOf: (name: string) => string | null = (name) => join(into, name),
): Promise<ArchivedFile[]> {
  const file = await Deno.open(path, { read: true });
  const found = new Map<string, ArchivedFile>();
  try {
    const { readable, writable } = createTarDecoder({ strict: true });
    const reading = (await plain(file, passphrase)).pipeThrough(unsealing())
      .pipeThrough(new DecompressionStream("gzip")).pipeTo(writable);
    reading.catch(() => {}); // the entries below fail with the same error
    for await (const { header, body } of readable) {
      if (header.type !== "file" || !NAMES.test(header.name) || found.has(header.name)) {
        throw new BackupDamagedError(`it holds "${header.name}", which does not belong in a backup`);
      }
      found.set(header.name, await save(placeOf(header.name), header.name, body));
    }
    await reading;
    return [...found.values()];
  } catch (cause) {
    if (cause instanceof PassphraseError || cause instanceof BackupDamagedError || isOfDisk(cause)) {
      throw cause;
    }
    throw new BackupDamagedError(`its content is damaged: ${messageOf(cause)}`, { cause });
  } finally {
    try {
      file.close();
    } catch {
      // Its stream closed it.
    }
  }
}

/** Returns whether a file is encrypted, in either format. */
export async function isEncrypted(path: string): Promise<boolean> {
  using file = await Deno.open(path, { read: true });
  const start = await readFully(file, HEADER_BYTES);
  return isAge(start) || isFirstFormat(start);
}

/** Returns the archive's bytes, decrypted. */
async function plain(file: Deno.FsFile, passphrase: string | null): Promise<ReadableStream<Bytes>> {
  const start = await readFully(file, HEADER_BYTES);
  const first = isFirstFormat(start);
  if (!first) await file.seek(0, Deno.SeekMode.Start);
  if (!first && !isAge(start)) return file.readable;
  if (passphrase === null) throw new PassphraseError("The backup is encrypted. Give its passphrase.");
  if (!first) return await decrypted(file.readable, passphrase);
  return file.readable.pipeThrough(decryptingFirst(await openFirstKey(start, passphrase)));
}

async function save(
  target: string | null,
  path: string,
  body: ReadableStream<Uint8Array>,
): Promise<ArchivedFile> {
  if (target !== null) await Deno.mkdir(dirname(target), { recursive: true, mode: 0o700 });
  using file = target === null
    ? null
    : await Deno.open(target, { createNew: true, write: true, mode: 0o600 });
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.length;
    if (file) await writeAll(file, chunk);
  }
  await file?.sync();
  return { path, size, sha256: hash.digest("hex") };
}

/** A full or failing disk is not a fault of the backup. */
const isOfDisk = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause &&
  /^E(?:NOSPC|IO|DQUOT|ROFS|ACCES|MFILE)$/.test(String(cause.code));
