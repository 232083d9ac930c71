import { UsageError } from "../exit_codes.ts";
import { readSource } from "../read_source.ts";
import { jsonProblem } from "../../store/shared/json_problem.ts";

/** Returns the JSON document in a file or stdin. Throws `UsageError`. */
export async function readDocument(source: string): Promise<unknown> {
  const text = await readSource(source);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(
      `${source} is not valid JSON: ${jsonProblem(cause)}. It may be incomplete, or the wrong file.`,
    );
  }
}

/** Returns a hash of the log from a flag. Throws `UsageError`. */
export function trustedHead(head: string | undefined): { head?: string } {
  if (head === undefined) return {};
  if (/^[0-9a-f]{64}$/.test(head)) return { head };
  throw new UsageError(
    `--head must be the SHA-256 of an entry, 64 lower-case hex characters; not "${head}".`,
  );
}
