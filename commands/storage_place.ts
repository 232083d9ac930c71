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
