import type { MemoryRecordDocument } from "../../../store/memory/stream.ts";

const encoder = new TextEncoder();
const BYTES_PER_TOKEN = 4;

/** Estimates what a text costs in a prompt, without a model and the same everywhere. */
export const estimateTokens = (text: string): number =>
  Math.ceil(encoder.encode(text).length / BYTES_PER_TOKEN);

/** Everything that a model may take for the end of a line. */
const LINE_ENDS = /[\n\v\f\r\u0085\u2028\u2029]/;

/** Returns a record as a prompt shows it, in one line: its id first, so that a model can cite it. */
export const memoryLine = ({ id, type, scope, content }: MemoryRecordDocument): string => {
  const inOneLine = (text: string) =>
    text.split(LINE_ENDS).map((line) => line.trim()).filter((line) => line !== "").join(" ");
  return `- [${id}] ${inOneLine(type)}, ${inOneLine(scope)}: ${inOneLine(content)}\n`;
};
