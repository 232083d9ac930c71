import type { ServiceOptions } from "../service/connection.ts";

/** What the commands of `store` have in common. */
export type StoreOptions = ServiceOptions & { storage?: string; json?: boolean };
