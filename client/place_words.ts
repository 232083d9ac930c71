import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";

/** Where results are verified, in a few words that follow "verified". */
export const PLACE_WORDS: Readonly<Record<Result<Api["GET /workers"]>["placement"]["verifyOn"], string>> = {
  "control-plane": "on this machine alone",
  "another-worker": "on a trusted worker machine of another group, or here",
  any: "on any trusted worker machine, or here",
};
