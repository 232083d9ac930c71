import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sha256 } from "../../store/chain.ts";
import { filesBelow } from "../store/canaries.ts";
import type { World } from "../runs/runs_world.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A restored copy of a service's directory, as a backup would give it: database, write-ahead log and artifacts. */
export class Candidate implements Disposable {
  readonly directory = temporaryDirectory();

  constructor({ h }: World) {
    for (const { path, bytes } of filesBelow(h.directory)) {
      const name = path.slice(h.directory.length + 1);
      if (!/^(?:harness\.db(?:-wal)?$|artifacts\/)/.test(name)) continue;
      Deno.mkdirSync(join(this.directory, name, ".."), { recursive: true });
      Deno.writeFileSync(join(this.directory, name), bytes);
    }
  }

  get database(): string {
    return join(this.directory, "harness.db");
  }

  /** The artifacts' files. */
  get artifacts(): string[] {
    return [...filesBelow(join(this.directory, "artifacts"))].map(({ path }) => path).sort();
  }

  /** Changes the database as somebody with the file can: its triggers are gone first. */
  edit(...statements: string[]): void {
    const connection = new DatabaseSync(this.database);
    const triggers = connection.prepare("select name from sqlite_schema where type = 'trigger'").all();
    for (const { name } of triggers) connection.exec(`drop trigger ${name}`);
    for (const statement of statements) connection.exec(statement);
    connection.exec("pragma wal_checkpoint(truncate)");
    connection.close();
  }

  /** Flips bits of one byte of a file. */
  flip(path: string, at: number): void {
    const bytes = Deno.readFileSync(path);
    bytes[at]! ^= 0x55;
    Deno.writeFileSync(path, bytes);
  }

  /** Name, hash, size and times of everything in the directory. */
  fingerprint(): Record<string, string> {
    return Object.fromEntries([...filesBelow(this.directory)].map(({ path, bytes }) => {
      const { mtime, mode, size } = Deno.statSync(path);
      return [path, `${sha256(bytes)} ${size} ${mode} ${mtime?.getTime()}`];
    }));
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.directory, { recursive: true });
  }
}
