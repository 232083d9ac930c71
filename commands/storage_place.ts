/** The storage directory as far as a command knows it before a service responds. */
export {
  defaultStorage,
  rememberStorage,
  STORAGE_VARIABLE,
  storagePlace,
} from "../services/kernel/storage_place.ts";
