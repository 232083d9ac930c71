import { keepText } from "../search/texts.ts";
import { on } from "../view.ts";
import { taskSessionStream } from "./stream.ts";

/** The searchable text of a task session: what the worker said and did, and the messages to it. */
export const taskSessionTexts = on(taskSessionStream, {
  "task_session.completed": (tables, event) =>
    keepText(tables, event, { kind: "summary", title: "Worker transcript", words: event.data.summary }),
  "task_session.guidance_added": (tables, event) =>
    keepText(tables, event, { kind: "remark", title: "Guidance", words: event.data.content }),
  "task_session.transcript_kept": (tables, event) => {
    const { text, number } = event.data;
    if (text !== undefined) {
      keepText(tables, event, { kind: "transcript", title: `Transcript ${number}`, words: text });
    }
  },
});
