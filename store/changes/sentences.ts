import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { changeEvents } from "./stream.ts";

const noted = (note: string | undefined): string => note ? `: ${firstLine(note)}` : ".";

/** What happens to changes that a human decides. */
export const changeSentences: SentencesFor<typeof changeEvents> = {
  "agent_profile_change.requested": ({ data }) =>
    data.kind === "profile"
      ? `A change of ${
        data.targetId === null ? "a new profile" : `the profile ${data.targetId}`
      } waits for a human.`
      : `The release of the skill ${data.targetId} waits for a human.`,
  "agent_profile_change.approved": ({ data }) =>
    `The change was approved and holds${noted(data.reviewerNote)}`,
  "agent_profile_change.rejected": ({ data }) => `The change was rejected${noted(data.reviewerNote)}`,
  "agent_profile_change.superseded": ({ data }) => `The change can no longer be made. ${data.detail}`,
  "agent_profile_change.expired": ({ data }) => `The change was not decided. ${data.detail}`,
};
