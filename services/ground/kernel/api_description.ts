import type { Access } from "./access.ts";

/** One operation as the contracts declare it. */
export type Operation = {
  key: string;
  method: string;
  path: string;
  access: Access;
  summary: string;
  group: string;
};

/** The service's own description, derived from the contracts at the composition root. */
export type ApiDescription = {
  operations: readonly Operation[];
  /** The OpenAPI 3.1 document. */
  openapi: () => Record<string, unknown>;
  /** The same as a page that needs no script and no network. */
  docs: () => string;
};
