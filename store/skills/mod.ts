import { storeDomain } from "../domain.ts";
import { skillSentences } from "./sentences.ts";
import { skillStream } from "./stream.ts";

/** What the store holds of skills. */
export const skills = storeDomain({ streams: [skillStream], views: [], sentences: skillSentences });
