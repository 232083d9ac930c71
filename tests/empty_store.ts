import { existsSync } from "node:fs";
import { join } from "node:path";
import { Database } from "../store/database.ts";
import { DATABASE_FILE, registry } from "../store/mod.ts";
import { prepareProjections } from "../store/rebuild.ts";
import { prepareSchema } from "../store/schema.ts";
import { temporaryDirectory } from "./temporary.ts";

let empty: Uint8Array | null = null;

/**
 * Puts the tables of an empty store into a new storage directory, as the program makes them: made once for all tests of an
 * isolate, because making some 250 of them takes longer than a small test. The installation is the first opener's own.
 */
export function layOutStore(directory: string): void {
  const file = join(directory, DATABASE_FILE);
  if (!existsSync(file)) Deno.writeFileSync(file, empty ??= makeEmptyStore(), { mode: 0o600 });
}

function makeEmptyStore(): Uint8Array {
  const directory = temporaryDirectory();
  const file = join(directory, DATABASE_FILE);
  const database = new Database(file);
  prepareSchema(database);
  prepareProjections(database, registry);
  database.close();
  const bytes = Deno.readFileSync(file);
  Deno.removeSync(directory, { recursive: true });
  return bytes;
}
