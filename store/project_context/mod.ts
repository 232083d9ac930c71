import { storeDomain } from "../domain.ts";
import { projectContextSentences } from "./sentences.ts";
import { projectContextStream } from "./stream.ts";
import { projectContextTermsView } from "./terms_view.ts";
import { projectContextVersionsView } from "./versions_view.ts";
import { projectContextTexts } from "./texts.ts";

/** What the store holds of project context documents. */
export const projectContext = storeDomain({
  streams: [projectContextStream],
  views: [projectContextTermsView, projectContextVersionsView],
  sentences: projectContextSentences,
  texts: [projectContextTexts],
});
