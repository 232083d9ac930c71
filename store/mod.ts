import { ArtifactFiles } from "./artifacts.ts";
import { Database } from "./database.ts";
import { EventStore } from "./event_store.ts";
import { registry } from "./registry.ts";

export { registry };

/** The name of the database file in a storage directory. */
export const DATABASE_FILE = "harness.db";

/** Opens the store of a storage directory, making its file when the directory has none yet. */
export const openStore = (directory: string): EventStore =>
  new EventStore(new Database(`${directory}/${DATABASE_FILE}`), registry);

/** The artifacts of a storage directory. */
export const openArtifacts = (directory: string): ArtifactFiles =>
  new ArtifactFiles(`${directory}/artifacts`);
