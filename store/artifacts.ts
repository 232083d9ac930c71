import { sha256 } from "./chain.ts";
import { ContentMarks } from "./content_marks.ts";
import { nodeCrypto } from "./node_crypto.ts";
import {
  isFile,
  makeDirectory,
  replaceDurably,
  sync,
  syncDirectory,
  writeDurably,
  writeNew,
} from "./durable_file.ts";
import { readContent } from "./read_content.ts";
import { UnrecordedContent } from "./unrecorded_content.ts";

export { ArtifactDamagedError } from "./storage_error.ts";

/** A stored artifact: the SHA-256 of its content in hex, and its size in bytes. */
export type ArtifactReference = { sha256: string; size: number };

/** How far the log goes, and when it is on disk. */
type NamingLog = { readonly head: number; durable: () => Promise<void> };

/** Content-addressed files below `<storage>/artifacts/`. Writing the same content twice costs nothing. */
export class ArtifactFiles {
  readonly unrecorded: UnrecordedContent;

  /** Content that is held while it is stored, with the number of holders. */
  readonly #held: Map<string, number>;

  /** `log` has the events that name the content; none where nothing is written. */
  constructor(readonly directory: string, readonly log?: NamingLog, all?: ArtifactFiles) {
    const marks = new ContentMarks(`${directory}/marks`, () => log?.head ?? 0);
    this.unrecorded = all ? all.unrecorded.ofWork() : new UnrecordedContent(marks);
    this.#held = all ? all.#held : new Map();
  }

  /** Returns the same files for work that may be halted before it records what it wrote: `abandon` then returns that. */
  forWork(): ArtifactFiles {
    return new ArtifactFiles(this.directory, this.log, this);
  }

  /** Ends the work of `forWork`. Returns what it wrote that no event names, unless others are writing the same. */
  abandon(): string[] {
    return this.unrecorded.abandon();
  }

  /** Prevents `remove` from deleting content until `release`, even if others store and remove the same content meanwhile. */
  hold(hash: string): void {
    this.#held.set(hash, (this.#held.get(hash) ?? 0) + 1);
  }

  /** Ends one `hold`. */
  release(hash: string): void {
    const holders = (this.#held.get(hash) ?? 0) - 1;
    if (holders > 0) this.#held.set(hash, holders);
    else this.#held.delete(hash);
  }

  /** Says that an event of the current unit names the content. */
  recorded(hash: string): void {
    this.unrecorded.delete(hash);
    this.log?.durable().then(() => this.unrecorded.unmark(hash)).catch(() => {}); // the next start looks again
  }

  /** Returns the path of the content with this hash. */
  path(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError(`"${hash}" is not a SHA-256 in lower-case hex`);
    return `${this.#folder(hash)}/${hash}`;
  }

  #folder(hash: string): string {
    return `${this.directory}/${hash.slice(0, 2)}`;
  }

  /** Kept apart from finished files, so that finding leftovers takes the same time however much is stored. */
  get #unfinished(): string {
    return `${this.directory}/unfinished`;
  }

  #temporary(): string {
    return `${this.#unfinished}/${crypto.randomUUID()}`;
  }

  #makeDirectories(hash: string): void {
    const directories = [this.directory, this.#folder(hash), this.#unfinished];
    for (const directory of directories) makeDirectory(directory, 0o700);
  }

  /** A file that exists is named by an event, or has a mark. */
  #mark(hash: string): void {
    if (!isFile(this.path(hash))) this.unrecorded.marks.set(hash);
  }

  /** Stores content durably: temporary name, fsync, rename, fsync of the directory. */
  async write(content: Uint8Array | string): Promise<ArtifactReference> {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const reference = { sha256: sha256(bytes), size: bytes.length };
    const path = this.path(reference.sha256);
    this.unrecorded.add(reference.sha256);
    this.#makeDirectories(reference.sha256);
    // A process that was killed may have renamed the file without syncing the directory.
    if (await this.has(reference)) await sync(this.#folder(reference.sha256));
    else {
      this.#mark(reference.sha256);
      await replaceDurably(path, bytes, this.#temporary());
    }
    return reference;
  }

  /**
   * Stores content that may be too large for memory. `beforePlaced` is awaited once the content is on disk and its hash
   * is known, before the file gets its name: a process that ends before that leaves only an unfinished file.
   */
  async writeStream(
    chunks: AsyncIterable<Uint8Array>,
    beforePlaced?: (hash: string) => Promise<void>,
  ): Promise<ArtifactReference> {
    for (const directory of [this.directory, this.#unfinished]) makeDirectory(directory, 0o700);
    const temporary = this.#temporary();
    const hash = nodeCrypto().createHash("sha256");
    let size = 0;
    const hashed = async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    await writeNew(temporary, hashed());
    const reference = { sha256: hash.digest("hex"), size };
    this.unrecorded.add(reference.sha256);
    this.#makeDirectories(reference.sha256);
    if (beforePlaced) await beforePlaced(reference.sha256);
    else this.#mark(reference.sha256);
    await Deno.rename(temporary, this.path(reference.sha256));
    await sync(this.#folder(reference.sha256));
    return reference;
  }

  /** The same, synchronously, for small content that a verb stores before it records it. */
  writeSync(bytes: Uint8Array): ArtifactReference {
    const reference = { sha256: sha256(bytes), size: bytes.length };
    const path = this.path(reference.sha256);
    this.unrecorded.add(reference.sha256);
    this.#makeDirectories(reference.sha256);
    this.#mark(reference.sha256);
    writeDurably(path, bytes, this.#temporary());
    syncDirectory(this.#folder(reference.sha256));
    return reference;
  }

  /** Returns the content, see `readContent`. */
  read(hash: string): Promise<Uint8Array<ArrayBuffer>> {
    return readContent(this.path(hash), hash);
  }

  async readText(hash: string): Promise<string> {
    return new TextDecoder().decode(await this.read(hash));
  }

  /** Returns whether a file of that size is stored; does not read its content. */
  async has(reference: ArtifactReference): Promise<boolean> {
    return await Deno.stat(this.path(reference.sha256)).then(
      (info) => info.size === reference.size,
      () => false,
    );
  }

  /** Removes what a killed process left unfinished. Must not run while anything is being written. */
  async removeUnfinished(): Promise<void> {
    await Deno.remove(this.#unfinished, { recursive: true }).catch((cause) => {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    });
  }

  /**
   * Removes content that is no longer referenced; does nothing if it is missing. Returns false while it is being
   * written. In one turn: another writer of the same content would find the file, and then lose it.
   */
  remove(hash: string): boolean {
    if (this.unrecorded.has(hash) || this.#held.has(hash)) return false;
    try {
      Deno.removeSync(this.path(hash));
    } catch (cause) {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    }
    this.unrecorded.unmark(hash);
    return true;
  }

  /** Makes sure that removed files do not come back after a power failure. */
  async syncRemovals(hashes: readonly string[]): Promise<void> {
    for (const folder of new Set(hashes.map((hash) => this.#folder(hash)))) {
      await sync(folder).catch((cause) => {
        if (!(cause instanceof Deno.errors.NotFound)) throw cause;
      });
    }
  }
}
