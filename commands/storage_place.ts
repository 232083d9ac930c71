/** The storage directory and its port, as far as a command knows it before a service responds. */
export {
  defaultStorage,
  keepPort,
  keptPort,
  rememberStorage,
  stateDirectory,
  STORAGE_VARIABLE,
  storagePlace,
  USUAL_PORT,
} from "../services/ground/kernel/storage_place.ts";

/** The flag of commands that use a storage directory. */
export const STORAGE_OPTION = [
  "--storage <directory>",
  "the storage directory (default: AGENT_HARNESS_STORAGE_DIR, then the one that init saved)",
] as const;
