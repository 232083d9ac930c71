import { createHash } from "node:crypto";
import { createTarPacker } from "modern-tar";
import { writeAll } from "./bytes.ts";
import { encrypted, type Encryption } from "./age.ts";
import { sealing } from "./seal.ts";

/** One file in an archive. */
export type ArchivedFile = { path: string; size: number; sha256: string };

/** Adds files to an archive, one after the other. */
export type ArchiveWriter = {
  /** Adds bytes. */
  bytes: (path: string, content: Uint8Array) => Promise<ArchivedFile>;
  /** Adds the content of an open file; throws if its size differs. */
  file: (path: string, file: Deno.FsFile, size: number) => Promise<ArchivedFile>;
};

/**
 * Writes an archive to a new file: `tar.gz` with a seal, as an age file if there is an encryption. Resolves when all of
 * it is on disk. Errors of `fill` and of the disk, and the reason of an aborted signal, are rethrown; the caller then removes
 * the file.
 */
export async function writeArchive<T>(
  to: { path: string; encryption: Encryption | null; at: Date; signal?: AbortSignal | undefined },
  fill: (archive: ArchiveWriter) => Promise<T>,
): Promise<{ size: number; sha256: string; filled: T }> {
  using file = await Deno.open(to.path, { createNew: true, write: true, mode: 0o600 });
  const { readable, controller } = createTarPacker();
  const sink = counting(file);
  const sealed = readable.pipeThrough(new CompressionStream("gzip")).pipeThrough(sealing());
  const written = (to.encryption ? await encrypted(sealed, to.encryption) : sealed).pipeTo(sink.stream);
  const failure = written.then(() => new Promise<never>(() => {})); // a full disk also stops the filling
  const filled = await Promise.race([fill(adder(controller, to.at, to.signal)), failure]);
  controller.finalize();
  await written;
  await file.sync();
  return { ...sink.result(), filled };
}

function counting(file: Deno.FsFile) {
  const hash = createHash("sha256");
  let size = 0;
  const stream = new WritableStream<Uint8Array>({
    async write(chunk) {
      hash.update(chunk);
      size += chunk.length;
      await writeAll(file, chunk);
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest("hex") }) };
}

type Controller = ReturnType<typeof createTarPacker>["controller"];

function adder(controller: Controller, mtime: Date, signal?: AbortSignal): ArchiveWriter {
  const add = async (
    path: string,
    size: number,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<ArchivedFile> => {
    const hash = createHash("sha256");
    const writer = controller.add({ name: path, size, mtime, mode: 0o600, uid: 0, gid: 0 }).getWriter();
    let written = 0;
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      written += chunk.length;
      if (written > size) break;
      hash.update(chunk);
      await writer.write(chunk);
    }
    if (written !== size) throw new Error(`${path} changed its size while it was read.`);
    await writer.close();
    return { path, size, sha256: hash.digest("hex") };
  };
  return {
    bytes: (path, content) => add(path, content.length, once(content)),
    file: (path, file, size) => add(path, size, chunksOf(file)),
  };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  if (content.length > 0) yield content;
}

const READ = 256 * 1024;

async function* chunksOf(file: Deno.FsFile): AsyncGenerator<Uint8Array> {
  for (;;) {
    const buffer = new Uint8Array(READ);
    const read = await file.read(buffer);
    if (read === null) return;
    yield buffer.subarray(0, read);
  }
}
