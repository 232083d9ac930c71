import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** An account at a server, and everything but its tokens. */
export type Account = Result<Api["GET /oauth/accounts"]>[number];
/** An item, which is one login at an institution, with its accounts. */
export type Item = Result<Api["GET /financelink/connections"]>["items"][number];
/** The developer portal's app. */
export type Portal = Result<Api["GET /devportal/app"]>;
