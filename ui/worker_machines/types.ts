import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** Where results are verified. */
export type ShownPlacement = Result<Api["GET /workers"]>["placement"];

/** Returns the address of the page of a task session. */
export const sessionHref = ({ runId, taskSessionId }: { runId: string; taskSessionId: string }): string =>
  `/dashboard/runs/${runId}?tab=tasks&session=${taskSessionId}`;

/** A worker machine. */
export type ShownMachine = Result<Api["GET /workers"]>["items"][number];
