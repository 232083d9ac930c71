import { UsageError } from "./exit_codes.ts";

/** The named file cannot be read. */
export class UnreadableError extends UsageError {}

let stdinWasRead = false;

/** Returns the text of a file, or of stdin for `-`. Throws `UsageError` if it cannot be read or is not UTF-8. */
export async function readSource(source: string): Promise<string> {
  const bytes = await readBytes(source);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const what = source === "-" ? "What came from stdin" : `The file ${source}`;
    throw new UsageError(`${what} is not text in UTF-8. Convert it first.`);
  }
}

/** Returns the bytes of a file, or of stdin for `-`. Throws `UsageError` if they cannot be read. */
export async function readBytes(source: string): Promise<Uint8Array> {
  if (source === "-") {
    if (stdinWasRead) throw new UsageError("Only one thing can come from stdin. Name a file for the other.");
    stdinWasRead = true;
    return await new Response(Deno.stdin.readable).bytes();
  }
  try {
    return await Deno.readFile(source);
  } catch {
    throw new UnreadableError(`Could not read the file ${source}.`);
  }
}
