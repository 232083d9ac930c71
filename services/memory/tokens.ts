import type { MemoryRecordDocument } from "../../store/memory/stream.ts";

const encoder = new TextEncoder();
const BYTES_PER_TOKEN = 4;

/** What a text costs in a prompt: an estimate that needs no model and is the same everywhere. */
export const estimateTokens = (text: string): number =>
  Math.ceil(encoder.encode(text).length / BYTES_PER_TOKEN);

/** A record as a prompt shows it: its id first, so that whoever uses it can say which. */
export const memoryLine = ({ id, type, scope, content }: MemoryRecordDocument): string =>
  `- [${id}] ${type}, ${scope}: ${content.replace(/\s*\n\s*/g, " ").trim()}\n`;
