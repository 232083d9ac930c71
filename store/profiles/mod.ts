import { storeDomain } from "../domain.ts";
import { profileSentences } from "./sentences.ts";
import { profileStream } from "./stream.ts";

/** What the store holds of agent profiles. */
export const profiles = storeDomain({ streams: [profileStream], views: [], sentences: profileSentences });
