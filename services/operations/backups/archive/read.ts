import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { createTarDecoder } from "modern-tar";
import { decrypted, isAge } from "./age.ts";
import { BackupDamagedError, PassphraseError } from "./damaged.ts";
import { decryptingFirst, HEADER_BYTES, isFirstFormat, openFirstKey } from "./first_format.ts";
import { readFully, writeAll } from "./bytes.ts";
import { type Bytes, unsealing } from "./seal.ts";
import type { ArchivedFile } from "./write.ts";

/**
 * What an archive of one kind may hold. None of the `names` can lead outside of the target directory. `bytes` are those of the whole
 * tar file, given the size of the archive.
 */
export type ArchiveRules = {
  what: string;
  names: RegExp;
  files: number;
  bytes: (archive: number) => number;
};

const BACKUP: ArchiveRules = {
  what: "a backup",
  names:
    /^(?:harness\.db(?:\.changes)?|manifest\.json|artifacts\/[0-9a-f]{2}\/[0-9a-f]{64}|secrets(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+)$/,
  files: Infinity,
  bytes: () => Infinity,
};

/**
 * Unpacks an archive into a directory, for this user only, and returns its files in order. A file without a place is only
 * hashed. Throws `PassphraseError`, or `BackupDamagedError` if anything was changed, or the reason of an aborted signal;
 * files may exist then.
 */
export async function extractArchive(
  path: string,
  into: string,
  passphrase: string | null,
  placeOf: (name: string) => string | null = (name) => join(into, name),
  { what, names, files, bytes }: ArchiveRules = BACKUP,
  signal?: AbortSignal,
): Promise<ArchivedFile[]> {
  signal?.throwIfAborted();
  const file = await Deno.open(path, { read: true });
  const { size, isDirectory } = await file.stat();
  const found = new Map<string, ArchivedFile>();
  try {
    if (isDirectory) throw new BackupDamagedError("it is a directory, not a file");
    const { readable, writable } = createTarDecoder({ strict: true });
    const reading = (await plain(file, passphrase, what)).pipeThrough(unsealing())
      .pipeThrough(new DecompressionStream("gzip")).pipeThrough(atMost(bytes(size))).pipeTo(writable, {
        ...(signal && { signal }),
      });
    reading.catch(() => {}); // the entries below fail with the same error
    for await (const { header, body } of readable) {
      if (header.type !== "file" || !names.test(header.name) || found.has(header.name)) {
        const name = found.has(header.name) ? `"${header.name}" twice` : `"${header.name}" (${header.type})`;
        throw new BackupDamagedError(`it holds ${name}, which does not belong in ${what}`);
      }
      if (found.size === files) throw new BackupDamagedError(`it holds more than ${files} files`);
      found.set(header.name, await save(placeOf(header.name), header.name, body));
    }
    await reading;
    return [...found.values()];
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof PassphraseError || cause instanceof BackupDamagedError || isOfDisk(cause)) {
      throw cause;
    }
    throw new BackupDamagedError("its content is damaged", { cause });
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
  if ((await file.stat()).isDirectory) return false;
  const start = await readFully(file, HEADER_BYTES);
  return isAge(start) || isFirstFormat(start);
}

/** Returns the archive's bytes, decrypted. */
async function plain(
  file: Deno.FsFile,
  passphrase: string | null,
  what: string,
): Promise<ReadableStream<Bytes>> {
  const start = await readFully(file, HEADER_BYTES);
  const first = isFirstFormat(start);
  if (!first) await file.seek(0, Deno.SeekMode.Start);
  if (!first && !isAge(start)) {
    if (start.length > 0 && !isGzip(start)) throw new BackupDamagedError(`it is not ${what}`);
    return file.readable;
  }
  if (passphrase === null) throw new PassphraseError("The backup is encrypted. Give its passphrase.");
  if (!first) return await decrypted(file.readable, passphrase);
  return file.readable.pipeThrough(decryptingFirst(await openFirstKey(start, passphrase)));
}

const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

/** Fails before more than so many bytes have passed. */
function atMost(bytes: number): TransformStream<Bytes, Bytes> {
  let passed = 0;
  return new TransformStream({
    transform(chunk, controller) {
      passed += chunk.length;
      if (passed > bytes) throw new BackupDamagedError(`it unpacks to more than ${bytes} bytes`);
      controller.enqueue(chunk);
    },
  });
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
