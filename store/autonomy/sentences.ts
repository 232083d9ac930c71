import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { autonomyStream, grantStream } from "./stream.ts";

const SCOPE = {
  run: "for this run",
  repository: "for this repository",
  pattern: "for similar commands",
} as const;

/** What a human has decided about asking. */
export const autonomySentences: SentencesFor<
  (typeof autonomyStream)["events"] & (typeof grantStream)["events"]
> = {
  "autonomy.dial_set": ({ data }) => `Autonomy in ${data.root} was set to "${data.dial}".`,
  "autonomy.dial_cleared": ({ data }) => `Autonomy in ${data.root} was reset to the default.`,
  "grant.given": ({ data }) => `Allowed ${SCOPE[data.scope]}: ${firstLine(data.command ?? data.title)}`,
  "grant.revoked": () => "The permission was revoked.",
};
