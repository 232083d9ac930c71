import type { SentencesFor } from "../domain.ts";
import type { secretEvents } from "./events.ts";

/** What happens to a secret. No sentence contains a value. */
export const secretSentences: SentencesFor<typeof secretEvents> = {
  "secret.set": ({ data, actor }) => `The ${actor} set version ${data.version} of the secret "${data.name}".`,
  "secret.used": ({ data }) => `The secret "${data.name}" was used for ${data.call} at ${data.host}.`,
  "secret.deleted": ({ actor }) => `The ${actor} deleted the secret.`,
};
