import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { ChangeRequest } from "./document.ts";
import type { changeEvents } from "./stream.ts";

const noted = (note: string | undefined): string => note ? `: ${firstLine(note)}` : ".";

/** What each kind of change requests. */
const ASKED: Readonly<Record<ChangeRequest["kind"], (target: string | null) => string>> = {
  profile: (target) => target === null ? "A new profile" : `A change to the profile ${target}`,
  skill_release: (target) => `The release of the skill ${target}`,
  worker_choice: (target) =>
    target === null ? "A routing policy" : `The default worker of the repository ${target}`,
  capability: (target) => `Enabling the connector ${target}`,
};

/** What happens to changes that a human decides. */
export const changeSentences: SentencesFor<typeof changeEvents> = {
  "agent_profile_change.requested": ({ data }) =>
    `${ASKED[data.kind](data.targetId)} is waiting for a human decision.`,
  "agent_profile_change.approved": ({ data }) =>
    `The change was approved and is in effect${noted(data.reviewerNote)}`,
  "agent_profile_change.rejected": ({ data }) => `The change was rejected${noted(data.reviewerNote)}`,
  "agent_profile_change.superseded": ({ data }) => `The change can no longer be made. ${data.detail}`,
  "agent_profile_change.expired": ({ data }) => `No decision was made on the change. ${data.detail}`,
};
