import type { ServiceOptions } from "../service/connection.ts";

/** The common flags of the `store` commands. */
export type StoreOptions = ServiceOptions & { storage?: string; json?: boolean };
