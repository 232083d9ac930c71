import type { OauthLive } from "../../accounts/oauth/live.ts";

/** What refreshing needs from the running service. */
export type SourceLive = OauthLive;
