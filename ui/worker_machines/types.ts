import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A worker machine. */
export type ShownMachine = Result<Api["GET /workers"]>["items"][number];
