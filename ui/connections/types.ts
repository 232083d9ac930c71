import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** An account at a server, without its tokens. */
export type Account = Result<Api["GET /oauth/accounts"]>[number];
/** The registration of this service at a server. */
export type App = Result<Api["GET /oauth/apps/:connectorId"]>;
/** An authorization in progress. */
export type Flow = Result<Api["POST /oauth/start"]>;
/** An item: a login at an institution, with its accounts. */
export type Item = Result<Api["GET /financelink/connections"]>["items"][number];
/** A visit to the provider's page in progress. */
export type ProviderVisit = Result<Api["POST /financelink/link/token/create"]>;
/** The configuration of account linking. */
export type LinkApp = Result<Api["GET /financelink/app"]>;
/** The developer portal's app. */
export type Portal = Result<Api["GET /devportal/app"]>;
