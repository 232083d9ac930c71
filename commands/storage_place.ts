/** What commands know about the storage directory before a service answers. */
export {
  defaultStorage,
  rememberStorage,
  STORAGE_VARIABLE,
  storagePlace,
} from "../services/kernel/storage_place.ts";
