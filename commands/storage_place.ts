/** The storage directory as far as a command knows it before a service responds. */
export {
  defaultStorage,
  rememberStorage,
  stateDirectory,
  STORAGE_VARIABLE,
  storagePlace,
} from "../services/ground/kernel/storage_place.ts";
