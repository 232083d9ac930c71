import { makeDirectory, syncDirectory, writeDurably } from "../durable_file.ts";

/** Which material a file contains: one version of one secret. */
export type MaterialName = { id: string; version: number };

const NAME = /^(secret_[0-9a-z]{26})\.(\d{1,9})$/;

/**
 * The encrypted material of secrets: a file for each version below `<storage>/secrets/`, outside of the log, readable
 * by this user only. Synchronous, so that a verb can store material in the unit that records it.
 */
export class MaterialFiles {
  constructor(readonly directory: string) {}

  /** Returns the path of the material. */
  path({ id, version }: MaterialName): string {
    const name = `${id}.${version}`;
    if (!NAME.test(name)) throw new RangeError(`"${name}" is not a valid name for material`);
    return `${this.directory}/${name}`;
  }

  /** Stores material durably: temporary name, fsync, rename, fsync of the directory. */
  write(name: MaterialName, content: string): void {
    const path = this.path(name);
    this.prepare();
    writeDurably(path, content);
    this.sync();
  }

  /** Returns the stored material; null if there is none. */
  read(name: MaterialName): string | null {
    try {
      return Deno.readTextFileSync(this.path(name));
    } catch (cause) {
      if (cause instanceof Deno.errors.NotFound) return null;
      throw cause;
    }
  }

  /** Returns whether there is a file; does not read it. */
  has(name: MaterialName): boolean {
    try {
      return Deno.statSync(this.path(name)).isFile;
    } catch (cause) {
      if (cause instanceof Deno.errors.NotFound) return false;
      throw cause;
    }
  }

  /** Returns how many bytes a file has, encrypted; 0 if it is missing. */
  sizeOf(name: MaterialName): number {
    try {
      return Deno.statSync(this.path(name)).size;
    } catch (cause) {
      if (cause instanceof Deno.errors.NotFound) return 0;
      throw cause;
    }
  }

  /** Returns how many bytes all stored material has. */
  totalSize(): number {
    return this.list().material.reduce((sum, name) => sum + this.sizeOf(name), 0);
  }

  /** Returns all stored material, and what killed processes left half written. */
  list(): { material: MaterialName[]; halfWritten: string[] } {
    const names = [...this.#entries()].filter(({ isFile }) => isFile).map(({ name }) => name);
    return {
      material: names.flatMap((name) => {
        const [, id, version] = NAME.exec(name) ?? [];
        return id ? [{ id, version: Number(version) }] : [];
      }),
      halfWritten: names.filter((name) => name.endsWith(".tmp")),
    };
  }

  /** Overwrites the material, then removes its file. Does nothing if it is missing. */
  remove(name: MaterialName): void {
    this.#shred(this.path(name));
  }

  /** The same for a file that `list` found half written. */
  removeHalfWritten(name: string): void {
    this.#shred(`${this.directory}/${name}`);
  }

  /** Makes the directory, for this user alone. */
  prepare(): void {
    makeDirectory(this.directory, 0o700);
    if (Deno.build.os !== "windows") Deno.chmodSync(this.directory, 0o700);
  }

  /** Syncs the directory itself: names that were added and removed. */
  sync(): void {
    syncDirectory(this.directory);
  }

  #entries(): Iterable<Deno.DirEntry> {
    try {
      return [...Deno.readDirSync(this.directory)];
    } catch (cause) {
      if (cause instanceof Deno.errors.NotFound) return [];
      throw cause;
    }
  }

  #shred(path: string): void {
    try {
      using file = Deno.openSync(path, { write: true });
      const bytes = new Uint8Array(file.statSync().size);
      for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
      file.syncSync();
      Deno.removeSync(path);
    } catch (cause) {
      if (cause instanceof Deno.errors.NotFound) return;
      throw cause;
    }
    this.sync();
  }
}
