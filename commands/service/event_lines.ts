import type { ServiceClient } from "./connection.ts";
import { progressLines } from "./progress.ts";
import { TranscriptLines } from "./transcript_lines.ts";
import type { TraceEvent } from "./types.ts";

/** Makes the painted lines for each event of one run: what its workers said and did by then, and what the event says itself. */
export function eventLines(connection: ServiceClient): (event: TraceEvent) => Promise<string[]> {
  const lineOf = progressLines();
  const said = new TranscriptLines(connection);
  return async (event) => {
    const lines = await said.until(event);
    const line = said.covers(event) ? null : lineOf(event);
    return line === null ? lines : [...lines, line];
  };
}
