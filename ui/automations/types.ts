import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** An automation in the list. */
export type AutomationLine = Result<Api["GET /automations"]>[number];

/** An automation with its ledger. */
export type Automation = Result<Api["GET /automations/:id"]>;

/** A preview of the fires of an automation and what they would do. */
export type Preview = Result<Api["GET /automations/:id/preview"]>;

/** A row of the ledger. */
export type Fire = Automation["ledger"]["items"][number];

/** The path of the list of automations. */
export const AUTOMATIONS_PATH = "/dashboard/automations";
