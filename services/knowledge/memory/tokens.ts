import type { MemoryRecordDocument } from "../../../store/memory/stream.ts";

const encoder = new TextEncoder();
const BYTES_PER_TOKEN = 4;

/** Estimates what a text costs in a prompt, without a model and the same everywhere. */
export const estimateTokens = (text: string): number =>
  Math.ceil(encoder.encode(text).length / BYTES_PER_TOKEN);

/** Returns a record as a prompt shows it: its id first, so that a model can cite it. */
export const memoryLine = ({ id, type, scope, content }: MemoryRecordDocument): string =>
  `- [${id}] ${type}, ${scope}: ${content.replace(/\s*\n\s*/g, " ").trim()}\n`;
