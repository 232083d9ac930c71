import type { OauthLive } from "../oauth/live.ts";

/** What refreshing needs from the running service. */
export type SourceLive = OauthLive;
