import { hiddenWarnings } from "../../kit/text/hidden.ts";
import type { FileDiff } from "../model/patch.ts";

const warned = new WeakMap<FileDiff, string[]>();

/** Returns sentences about the hidden characters in the lines of a file. */
export function warningsOf(diff: FileDiff): readonly string[] {
  const known = warned.get(diff);
  if (known) return known;
  const texts = diff.hunks.flatMap(({ lines }) => lines.map(({ text }) => text));
  const found = hiddenWarnings(texts).map(({ texts, what }) =>
    `${texts === 1 ? "1 line has" : `${texts} lines have`} ${what}.`
  );
  warned.set(diff, found);
  return found;
}

/** A remark above the lines of a file; a warning is about something harmful that is easy to miss. */
export type FileNotice = { tone: "plain" | "warning"; text: string };

/** Returns the remarks on a file: hidden characters, a change of mode, and what a diff cannot show. */
export function noticesOf(diff: FileDiff): FileNotice[] {
  const { before, after, binary } = diff.file;
  const notices: FileNotice[] = [];
  const add = (tone: FileNotice["tone"], text: string) => notices.push({ tone, text });
  for (const warning of warningsOf(diff)) add("warning", warning);
  if (after?.mode === "100755" && before?.mode !== "100755") add("warning", "Becomes executable.");
  if (before?.mode === "100755" && after?.mode === "100644") add("plain", "No longer executable.");
  const [wasLink, isLink] = [before?.mode === "120000", after?.mode === "120000"];
  if (isLink && before && !wasLink) {
    add("warning", "The file becomes a symbolic link. The line below is its target.");
  } else if (wasLink && after && !isLink) add("warning", "The symbolic link becomes a file.");
  else if (isLink || wasLink) add("plain", "A symbolic link. The line below is its target.");
  if (binary) {
    add(
      "warning",
      `Binary: ${sizeChange(before?.size, after?.size)}. Its changes cannot be shown as a diff.`,
    );
  } else if ((before ?? after)?.size === 0 && (after ?? before)?.size === 0) {
    add("plain", "The file is empty.");
  }
  return notices;
}

function sizeChange(before: number | undefined, after: number | undefined): string {
  const bytes = (count: number) => `${count.toLocaleString("en")} bytes`;
  if (before === undefined) return `${bytes(after ?? 0)}, new`;
  if (after === undefined) return `${bytes(before)}, deleted`;
  return `${bytes(before)} before, ${bytes(after)} after`;
}
