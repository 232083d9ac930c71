import type { OauthLive } from "../../oauth/live.ts";

/** What refreshing needs of the running service. */
export type SourceLive = OauthLive;
