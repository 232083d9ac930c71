import { UsageError } from "./exit_codes.ts";

/** Returns the text of a file, or of stdin for `-`. Throws `UsageError` if it cannot be read. */
export async function readSource(source: string): Promise<string> {
  if (source === "-") return await new Response(Deno.stdin.readable).text();
  try {
    return await Deno.readTextFile(source);
  } catch {
    throw new UsageError(`Could not read the file ${source}.`);
  }
}
