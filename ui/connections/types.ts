import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** An account at a server, and everything but its tokens. */
export type Account = Result<Api["GET /oauth/accounts"]>[number];
/** The registration of this service at a server. */
export type App = Result<Api["GET /oauth/apps/:connectorId"]>;
/** An authorization that was started. */
export type Flow = Result<Api["POST /oauth/start"]>;
/** An item, which is one login at an institution, with its accounts. */
export type Item = Result<Api["GET /financelink/connections"]>["items"][number];
/** A visit to the provider's own page that was begun. */
export type Visit = Result<Api["POST /financelink/link/token/create"]>;
/** The configuration of account linking. */
export type LinkApp = Result<Api["GET /financelink/app"]>;
/** The developer portal's app. */
export type Portal = Result<Api["GET /devportal/app"]>;
