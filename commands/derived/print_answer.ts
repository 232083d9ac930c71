import { readFrames } from "../../client/sse.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { sentenceLines, type SentenceProof } from "../render/planner.ts";

/** What the frames of a streamed answer contain, as far as it is shown. */
type Streamed = {
  text?: string;
  citations?: number[];
  cited?: SentenceProof[];
  refusal?: { detail: string } | null;
  error?: string;
};

/** Prints an answer sentence by sentence as it arrives, each with its sources. Throws `ExitError` if the service could not answer. */
export async function printAnswer({ output }: Shell, response: Response, json: boolean): Promise<number> {
  for await (const { event, data } of readFrames(response.body!)) {
    const streamed = JSON.parse(data) as Streamed;
    if (event === "error") {
      throw new ExitError(EXIT.failed, streamed.error ?? "The service could not answer.");
    }
    if (json) output.jsonLine({ event, data: streamed });
    else for (const line of linesOf(streamed)) output.data(line);
    if (output.closed()) break;
  }
  return EXIT.done;
}

function linesOf({ text, citations = [], cited = [], refusal }: Streamed): string[] {
  if (refusal) return [oneLine(refusal.detail)];
  if (text === undefined) return [];
  return sentenceLines(text, citations, cited);
}
