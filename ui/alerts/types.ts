import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The hook, with the alerts that it is sending and those that it sent. */
export type Alerts = Result<Api["GET /alerts"]>;
/** The hook that receives alerts. */
export type Hook = NonNullable<Alerts["hook"]>;
/** The delivery record of an alert. */
export type Receipt = Alerts["receipts"][number];
/** The category of an alert. */
export type AlertCategory = Hook["categories"][number];
