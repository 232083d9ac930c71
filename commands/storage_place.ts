/** What commands know of the place that a service keeps its things in, before any service answers. */
export {
  defaultStorage,
  rememberStorage,
  STORAGE_VARIABLE,
  storagePlace,
} from "../services/kernel/storage_place.ts";
