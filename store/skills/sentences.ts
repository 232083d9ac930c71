import type { SentencesFor } from "../domain.ts";
import { counted } from "../words.ts";
import type { skillEvents } from "./events.ts";

/** What happens to skills. */
export const skillSentences: SentencesFor<typeof skillEvents> = {
  "skill.imported": ({ data }) =>
    `The skill "${data.name}" was imported (${data.state}): ${counted(data.findings.length, "finding")}.`,
  "skill.scanned": ({ data }) =>
    `The skill was scanned with newer rules (${data.state}): ${counted(data.findings.length, "finding")}.`,
  "skill.released": ({ data }) =>
    `The skill was released for use with the hash ${data.contentSha256.slice(0, 12)}.`,
  "skill.rejected": () => "The skill was rejected and will not be used.",
  "skill.superseded": ({ data }) => `Another version of the skill is used instead: ${data.by}.`,
};
