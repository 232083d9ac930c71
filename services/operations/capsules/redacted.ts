import { nextTurn } from "../../ground/kernel/next_turn.ts";
import { REDACTED, type Redactor } from "../../ground/kernel/redactor.ts";

/** How much is searched at once, so that others are answered between. */
const PART = 256 * 1024;

/** A text without secrets, and how many were removed. */
type RedactedText = { text: string; removed: number };

/** Returns a text without known secrets and without what looks like a key. */
export async function redactedText(redactor: Redactor, text: string): Promise<RedactedText> {
  const stream = redactor.stream();
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += PART) {
    parts.push(stream.push(text.slice(at, at + PART)));
    await nextTurn();
  }
  const shown = parts.join("") + stream.finish();
  return { text: shown, removed: shown === text ? 0 : Math.max(1, placeholders(shown) - placeholders(text)) };
}

/** The same for bytes. Those that are no text cannot be changed: null if they contain a secret. */
export async function redactedBytes(
  redactor: Redactor,
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; removed: number } | null> {
  const text = textOf(bytes);
  if (text === null) {
    const { removed } = await redactedText(redactor, new TextDecoder("latin1").decode(bytes));
    return removed === 0 ? { bytes, removed } : null;
  }
  const { text: shown, removed } = await redactedText(redactor, text);
  return { bytes: removed === 0 ? bytes : new TextEncoder().encode(shown), removed };
}

/** The longest secret that is found where parts meet. */
const OVERLAP = 16 * 1024;

/**
 * Returns the labels of the known secrets in bytes; none for a text that only looks as if it contained a key, and null where
 * nothing was found. What git calls binary is searched for known secrets alone: everything in it may look like a key.
 */
export async function labelsIn(redactor: Redactor, bytes: Uint8Array): Promise<string[] | null> {
  if (!bytes.subarray(0, 8000).includes(0)) {
    return await looksSecret(redactor, bytes) ? redactor.labelsIn(new TextDecoder().decode(bytes)) : null;
  }
  for (let at = 0; at < bytes.length; at += PART) {
    const part = bytes.subarray(Math.max(0, at - OVERLAP), at + PART);
    const labels = redactor.labelsIn(new TextDecoder("latin1").decode(part));
    if (labels.length > 0) return labels;
    await nextTurn();
  }
  return null;
}

/** Returns whether a text has a secret, or what looks like a key. Never holds all of it. */
async function looksSecret(redactor: Redactor, bytes: Uint8Array): Promise<boolean> {
  const stream = redactor.stream();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let found = 0;
  for (let at = 0; at < bytes.length; at += PART) {
    const text = decoder.decode(bytes.subarray(at, at + PART), { stream: true });
    found += placeholders(stream.push(text)) - placeholders(text);
    await nextTurn();
  }
  return found + placeholders(stream.finish()) > 0;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const placeholders = (text: string): number => text.split(REDACTED).length - 1;
