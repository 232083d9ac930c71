import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { skillEvents } from "./events.ts";

/** What happens to skills. */
export const skillSentences: SentencesFor<typeof skillEvents> = {
  "skill.imported": ({ data }) =>
    `The skill "${data.name}" was imported and is ${data.state}: ${
      counted(data.findings.length, "finding")
    }.`,
  "skill.scanned": ({ data }) =>
    `The skill was scanned by newer rules and is ${data.state}: ${counted(data.findings.length, "finding")}.`,
  "skill.released": ({ data }) =>
    `The skill was released for use, as it is with the hash ${data.contentSha256.slice(0, 12)}.`,
  "skill.rejected": () => "The skill was rejected; nothing uses it.",
  "skill.superseded": ({ data }) => `Another version of the skill is used instead: ${data.by}.`,
};
