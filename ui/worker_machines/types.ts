import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** Where results are verified. */
export type ShownPlacement = Result<Api["GET /workers"]>["placement"];

/** A worker machine. */
export type ShownMachine = Result<Api["GET /workers"]>["items"][number];
