import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** An automation in the list. */
export type AutomationLine = Result<Api["GET /automations"]>[number];

/** An automation with its ledger. */
export type Automation = Result<Api["GET /automations/:id"]>;

/** When it fires, and what it would do. */
export type Preview = Result<Api["GET /automations/:id/preview"]>;

/** A row of the ledger. */
export type Fire = Automation["ledger"]["items"][number];

/** Where the automations are. */
export const AUTOMATIONS_PATH = "/dashboard/automations";
