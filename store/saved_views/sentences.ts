import type { SentencesFor } from "../domain.ts";
import type { savedViewEvents } from "./stream.ts";

/** What happens to saved views. */
export const savedViewSentences: SentencesFor<typeof savedViewEvents> = {
  "saved_view.saved": ({ data }) => `The view "${data.name}" of the page ${data.page} was saved.`,
  "saved_view.removed": ({ data }) => `The view "${data.name}" of the page ${data.page} was removed.`,
};
