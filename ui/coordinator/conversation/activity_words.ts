import { ellipsis } from "../../../client/words.ts";
import type { RuntimeEvent } from "../types.ts";

/** The fields that describe an event best, the most specific first. */
const TELLING = ["detail", "title", "summary", "reason", "content", "command", "path", "name"] as const;

const MAX_ABOUT = 200;

/** Returns an event in words: "Run failed", with its subject if it has one. */
export function wordsOf(
  { type, data }: Pick<RuntimeEvent, "type" | "data">,
): { what: string; about: string } {
  const words = type.replaceAll(/[._]/g, " ");
  const fields = typeof data === "object" && data !== null ? data as Record<string, unknown> : {};
  const waits = fields.waitingFor as Record<string, unknown> | undefined;
  const about = [...TELLING.map((name) => fields[name]), waits?.detail].find((value) =>
    typeof value === "string" && value !== ""
  );
  return {
    what: words[0]!.toUpperCase() + words.slice(1),
    about: ellipsis((about as string | undefined) ?? "", MAX_ABOUT),
  };
}
