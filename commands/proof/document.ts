import { UsageError } from "../exit_codes.ts";
import { readSource } from "../read_source.ts";

/** The JSON document that a file or stdin holds. Throws `UsageError`. */
export async function readDocument(source: string): Promise<unknown> {
  const text = await readSource(source);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(
      `${source} is not valid JSON: ${(cause as Error).message}. It may be incomplete, or the wrong file.`,
    );
  }
}

/** A hash of the log as a person gives it. Throws `UsageError`. */
export function trustedHead(head: string | undefined): { head?: string } {
  if (head === undefined) return {};
  if (/^[0-9a-f]{64}$/.test(head)) return { head };
  throw new UsageError(
    `--head must be the SHA-256 of an entry, 64 lower-case hex characters; not "${head}".`,
  );
}
