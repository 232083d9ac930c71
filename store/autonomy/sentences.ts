import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { autonomyStream, grantStream } from "./stream.ts";

const SCOPE = {
  run: "for this run",
  repository: "for this repository",
  pattern: "for commands like it",
} as const;

/** What a human settles about asking. */
export const autonomySentences: SentencesFor<
  (typeof autonomyStream)["events"] & (typeof grantStream)["events"]
> = {
  "autonomy.dial_set": ({ data }) => `Autonomy in ${data.root} was set to "${data.dial}".`,
  "autonomy.dial_cleared": ({ data }) => `Autonomy in ${data.root} is the default again.`,
  "grant.given": ({ data }) => `Admitted ${SCOPE[data.scope]}: ${firstLine(data.command ?? data.title)}`,
  "grant.revoked": () => "What was admitted was revoked.",
};
