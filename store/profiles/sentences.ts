import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { profileEvents } from "./stream.ts";

/** What happens to profiles. */
export const profileSentences: SentencesFor<typeof profileEvents> = {
  "agent_profile.created": ({ data }) =>
    `The ${data.content.role} profile "${firstLine(data.content.label)}" was created.`,
  "agent_profile.changed": ({ data }) =>
    `The ${data.content.role} profile "${firstLine(data.content.label)}" was changed.`,
  "agent_profile.deleted": ({ data }) => `The profile "${firstLine(data.label)}" was deleted.`,
};
