import { dirname, join } from "node:path";
import { readBounded } from "../../ground/kernel/bounded_file.ts";
import { type ToolPath } from "./place.ts";
import { Refusal } from "./refusal.ts";

/** Larger files are not edited, because they are read whole. */
export const MAX_TEXT = 32 * 1024 * 1024;

/** What a file contains: text (including a byte order mark), binary data, or bytes that are not UTF-8. */
type FileText = { kind: "text"; text: string } | { kind: "binary" } | { kind: "not_utf8" };

/**
 * Reads a regular file whole.
 *
 * @throws {Refusal} when it is a symbolic link, a directory, something else that is not a file, or larger than 32 MiB
 */
export async function readText(place: ToolPath): Promise<FileText> {
  requireFile(place);
  const file = await readBounded(place.absolute, MAX_TEXT);
  if ("problem" in file) throw new Refusal(`${place.path} was replaced while it was read.`);
  const { bytes } = file;
  // The rule that git itself uses. @see git/git xdiff-interface.c, `buffer_is_binary`
  if (bytes.subarray(0, 8000).includes(0)) return { kind: "binary" };
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { kind: "not_utf8" };
  }
}

/**
 * Reads a regular file that must be text.
 *
 * @throws {Refusal} as `readText` does, and when the file is binary or not UTF-8
 */
export async function requireText(place: ToolPath): Promise<string> {
  const content = await readText(place);
  if (content.kind === "text") return content.text;
  if (content.kind === "binary") {
    throw new Refusal(`${place.path} is a binary file. Only text can be edited.`);
  }
  throw new Refusal(`${place.path} is not encoded in UTF-8. Convert it first, then edit it.`);
}

/**
 * Creates a file, and the directories that it needs.
 *
 * @throws {Refusal} when something is already at the path
 */
export async function createText(place: ToolPath, text: string): Promise<void> {
  if (place.info !== null) throw new Refusal(existsSentence(place));
  await Deno.mkdir(dirname(place.absolute), { recursive: true });
  try {
    await Deno.writeTextFile(place.absolute, text, { createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new Refusal(existsSentence(place));
  }
}

/** Replaces a file's text in one step; its mode stays. A link created meanwhile is replaced, never followed. */
export async function rewriteText(place: ToolPath, text: string): Promise<void> {
  const temporary = join(dirname(place.absolute), `.${crypto.randomUUID()}.tmp`);
  try {
    await Deno.writeTextFile(temporary, text, { createNew: true });
    if (typeof place.info?.mode === "number") await Deno.chmod(temporary, place.info.mode & 0o7777);
    await Deno.rename(temporary, place.absolute);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}

function requireFile({ path, info }: ToolPath): void {
  if (info === null) throw new Refusal(`There is no file ${path}.`);
  if (info.isSymlink) {
    throw new Refusal(`${path} is a symbolic link. Name its target instead.`);
  }
  if (info.isDirectory) {
    throw new Refusal(
      `${path} is a directory. Name a file, or ${path}/** to replace text in all of its files.`,
    );
  }
  if (!info.isFile) throw new Refusal(`${path} is not a regular file.`);
  if (info.size > MAX_TEXT) {
    throw new Refusal(`${path} is larger than 32 MiB, the limit for edits. Use a \`run\` instruction.`);
  }
}

function existsSentence({ path, info }: ToolPath): string {
  if (info?.isDirectory) return `${path} is a directory. Name a file in it.`;
  return `${path} already exists. Change it with replace, append or prepend, or delete it first.`;
}
