import assert from "node:assert/strict";
import { join } from "node:path";
import { Redactor } from "../../services/ground/kernel/redactor.ts";
import { Journal } from "../../services/sessions/transcripts/journal.ts";
import { OpenTranscript } from "../../services/sessions/transcripts/open_transcript.ts";
import { TranscriptRecorder } from "../../services/sessions/transcripts/recorder.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("the end of a call that a full transcript does not have changes no other entry", async () => {
  const directory = temporaryDirectory();
  const journal = new Journal(
    join(directory, "open.jsonl"),
    directory,
    (cause) => assert.fail(String(cause)),
  );
  const transcript = new OpenTranscript(1, 1, journal, () => new Date());
  const recorder = new TranscriptRecorder(transcript, new Redactor());
  recorder.toolStarted({ tool: "run", summary: "make", call: "open" });
  recorder.guidance("x".repeat(8 * 1024 * 1024));
  const [open] = transcript.entries;
  const end = { tool: "edit", summary: "another", call: "unseen", failed: true, output: "of another" };
  recorder.toolStarted(end);
  recorder.toolEnded(end);
  assert.deepEqual([open!.text, open!.tool], ["make", { name: "run", status: "running" }]);
  await journal.close();
});
