import { keepText } from "../search/texts.ts";
import { on } from "../view.ts";
import { taskSessionStream } from "./stream.ts";

/** What the search reads of a task session: what the worker said and did, and what people told it. */
export const taskSessionTexts = on(taskSessionStream, {
  "task_session.completed": (tables, event) =>
    keepText(tables, event, { kind: "summary", title: "What the worker did", words: event.data.summary }),
  "task_session.guidance_added": (tables, event) =>
    keepText(tables, event, { kind: "remark", title: "Guidance", words: event.data.content }),
  "task_session.transcript_kept": (tables, event) => {
    const { text, number } = event.data;
    if (text !== undefined) {
      keepText(tables, event, { kind: "transcript", title: `Transcript ${number}`, words: text });
    }
  },
});
