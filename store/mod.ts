import { ArtifactFiles } from "./artifacts.ts";
import { registry } from "./registry.ts";

export { registry };
export { closeStore, DATABASE_FILE, openStore } from "./open.ts";

/** The artifacts of a storage directory. */
export const openArtifacts = (directory: string): ArtifactFiles =>
  new ArtifactFiles(`${directory}/artifacts`);
