import { serveParser } from "../../../ground/parsing/serve_parser.ts";
import { readTranscript, type TranscriptFormat } from "./read_transcript.ts";

await serveParser((input) => {
  const end = input.indexOf(0);
  const format = new TextDecoder().decode(input.subarray(0, end)) as TranscriptFormat;
  return readTranscript(new TextDecoder().decode(input.subarray(end + 1)), format);
});
