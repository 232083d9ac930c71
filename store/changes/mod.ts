import { storeDomain } from "../domain.ts";
import { changeSentences } from "./sentences.ts";
import { changeStream } from "./stream.ts";

/** What the store holds of changes that a human decides. */
export const changes = storeDomain({ streams: [changeStream], views: [], sentences: changeSentences });
