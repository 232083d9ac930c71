import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The hook, what it is sending, and what it sent. */
export type Alerts = Result<Api["GET /alerts"]>;
/** Where alerts go. */
export type Hook = NonNullable<Alerts["hook"]>;
/** What became of one alert. */
export type Receipt = Alerts["receipts"][number];
/** What kind of notification it is about. */
export type Category = Hook["categories"][number];
