import { ArtifactFiles } from "./artifacts.ts";
import type { EventStore } from "./event_store.ts";
import { registry } from "./registry.ts";

export { registry };
export { closeStore, DATABASE_FILE, openStore } from "./open.ts";

/** The artifacts of a storage directory, which the store's events name. */
export const openArtifacts = (directory: string, store: EventStore): ArtifactFiles =>
  new ArtifactFiles(`${directory}/artifacts`, store);
