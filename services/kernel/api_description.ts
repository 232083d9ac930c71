/**
 * Who may call an operation, by the interface's access codes P, O, AR, AS, H, I and W. `shell` is the dashboard's own page
 * and files: public in local-public mode, else for the operator's token or the cookie that it was exchanged for.
 */
export type Access =
  | "public"
  | "operator"
  | "agent-read"
  | "agent-steer"
  | "human"
  | "internal"
  | "webhook"
  | "shell";

/** One operation as the contracts declare it. */
export type Operation = {
  key: string;
  method: string;
  path: string;
  access: Access;
  summary: string;
  group: string;
};

/** The service's own description, derived from the contracts by whoever composes the service. */
export type ApiDescription = {
  operations: readonly Operation[];
  /** The OpenAPI 3.1 document. */
  openapi: () => Record<string, unknown>;
  /** The same as a page that needs no script and no network. */
  docs: () => string;
};
