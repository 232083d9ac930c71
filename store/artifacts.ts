import { sha256 } from "./chain.ts";
import { syncDirectory, writeDurably } from "./durable_file.ts";

/** What is known of a stored artifact: its content's SHA-256 in hex, and its size in bytes. */
export type ArtifactReference = { sha256: string; size: number };

/** The stored bytes are not those that the hash names. */
export class ArtifactDamagedError extends Error {}

/** Content-addressed files below `<storage>/artifacts/`. Writing the same content twice costs nothing. */
export class ArtifactFiles {
  /** Content that was written and that no event names yet: an erasure meanwhile must not take it away. */
  readonly #unrecorded = new Set<string>();

  constructor(readonly directory: string) {}

  /** Says that an event names the content now. */
  recorded(hash: string): void {
    this.#unrecorded.delete(hash);
  }

  /** Where the content with this hash lies. */
  path(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError(`"${hash}" is no SHA-256 in lower-case hex`);
    return `${this.#folder(hash)}/${hash}`;
  }

  #folder(hash: string): string {
    return `${this.directory}/${hash.slice(0, 2)}`;
  }

  /** Apart from what is whole, so that looking for what was left half written costs the same however much is stored. */
  get #unfinished(): string {
    return `${this.directory}/unfinished`;
  }

  /** Stores content durably: temporary name, fsync, rename, fsync of the directory. */
  async write(content: Uint8Array | string): Promise<ArtifactReference> {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const reference = { sha256: sha256(bytes), size: bytes.length };
    const path = this.path(reference.sha256);
    this.#unrecorded.add(reference.sha256);
    if (await this.has(reference)) return reference;
    for (const directory of [this.#folder(reference.sha256), this.#unfinished]) {
      await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
    }
    const temporary = `${this.#unfinished}/${crypto.randomUUID()}`;
    try {
      const file = await Deno.open(temporary, { createNew: true, write: true, mode: 0o600 });
      try {
        for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
        await file.sync();
      } finally {
        file.close();
      }
      await Deno.rename(temporary, path);
    } catch (cause) {
      await Deno.remove(temporary).catch(() => {});
      throw cause;
    }
    await directorySynced(this.#folder(reference.sha256));
    return reference;
  }

  /** The same in one turn, for small content that a synchronous verb stores before it records it. */
  writeSync(bytes: Uint8Array): ArtifactReference {
    const reference = { sha256: sha256(bytes), size: bytes.length };
    const path = this.path(reference.sha256);
    this.#unrecorded.add(reference.sha256);
    for (const directory of [this.#folder(reference.sha256), this.#unfinished]) {
      Deno.mkdirSync(directory, { recursive: true, mode: 0o700 });
    }
    writeDurably(path, bytes, `${this.#unfinished}/${crypto.randomUUID()}`);
    syncDirectory(this.#folder(reference.sha256));
    return reference;
  }

  /** The content. Throws `ArtifactDamagedError` when it is missing or not what its hash says. */
  async read(hash: string): Promise<Uint8Array<ArrayBuffer>> {
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = await Deno.readFile(this.path(hash));
    } catch (cause) {
      throw new ArtifactDamagedError(`The artifact ${hash} is missing from the storage directory.`, {
        cause,
      });
    }
    if (sha256(bytes) !== hash) {
      throw new ArtifactDamagedError(`The artifact ${hash} was changed: its content has another hash.`);
    }
    return bytes;
  }

  async readText(hash: string): Promise<string> {
    return new TextDecoder().decode(await this.read(hash));
  }

  /** Whether a file of that size lies in its place; its content is not read. */
  async has(reference: ArtifactReference): Promise<boolean> {
    return await Deno.stat(this.path(reference.sha256)).then(
      (info) => info.size === reference.size,
      () => false,
    );
  }

  /** Removes what a killed process had begun to write. Nothing may be writing meanwhile. */
  async removeUnfinished(): Promise<void> {
    await Deno.remove(this.#unfinished, { recursive: true }).catch((cause) => {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    });
  }

  /** Removes content that nothing refers to any more; a missing one is fine. */
  async remove(hash: string): Promise<void> {
    if (this.#unrecorded.has(hash)) return;
    await Deno.remove(this.path(hash)).catch((cause) => {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    });
  }
}

/** The same off the loop, where it may take as long as it takes. */
async function directorySynced(path: string): Promise<void> {
  if (Deno.build.os === "windows") return;
  const directory = await Deno.open(path, { read: true });
  try {
    await directory.sync();
  } finally {
    directory.close();
  }
}
