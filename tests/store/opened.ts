import { join } from "node:path";
import { Database } from "../../store/database.ts";
import { EventStore } from "../../store/event_store.ts";
import { DATABASE_FILE, registry } from "../../store/mod.ts";
import { projectionTables } from "../../store/projection_tables.ts";
import type { Registry } from "../../store/projector.ts";
import { rebuildDifferences as differences } from "../rebuild_differences.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A store on a directory of its own; `reopen` closes it and opens the same file, as a restart does. */
export class OpenedStore implements AsyncDisposable {
  readonly directory = temporaryDirectory();
  store: EventStore;
  #isOpen = true;

  constructor(with_: Registry = registry) {
    this.store = this.#open(with_);
  }

  get file(): string {
    return join(this.directory, DATABASE_FILE);
  }

  reopen(with_: Registry = this.store.registry): EventStore {
    this.close();
    this.store = this.#open(with_);
    this.#isOpen = true;
    return this.store;
  }

  /** Closes the file; a store that could not be opened again is closed already. */
  close(): void {
    if (this.#isOpen) this.store.database.close();
    this.#isOpen = false;
  }

  /** Another connection to the same file: what a second program would see. */
  second(): Database {
    return new Database(this.file, { readOnly: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.durable().catch(() => {}); // a batch that was lost is lost
    this.close();
    await Deno.remove(this.directory, { recursive: true });
  }

  #open(with_: Registry): EventStore {
    return new EventStore(new Database(this.file), with_);
  }
}

/** Tables that folding the whole log again gives differently, in slices that end anywhere in a unit. */
export const rebuildDifferences = (store: EventStore): string[] => differences(store, 7);

/** Every row of every projection table, as text: what "byte for byte" compares. */
export function projectionDump({ database, registry, projector }: EventStore): string {
  projector.catchUp();
  return projectionTables(registry).map((table) => {
    const where = table === "document_counts" ? " where n > 0" : "";
    const rows = database.all<Record<string, unknown>>(`select * from ${table}${where}`);
    return [table, ...rows.map((row) => JSON.stringify(row)).sort()].join("\n");
  }).join("\n");
}
