import { ellipsis } from "../../../client/words.ts";
import type { RuntimeEvent } from "../types.ts";
import { recordOf } from "../../../store/shared/records.ts";

/** The fields that describe an event best, the most specific first. */
const TELLING = ["detail", "title", "summary", "reason", "content", "command", "path", "name"] as const;

const MAX_ABOUT = 200;

/** Returns an event in words: "Run failed", with its subject if it has one. */
export function wordsOf(
  { type, data }: Pick<RuntimeEvent, "type" | "data">,
): { what: string; about: string } {
  const words = type.replaceAll(/[._]/g, " ");
  const fields = recordOf(data);
  const about = [...TELLING.map((name) => fields[name]), recordOf(fields.waitingFor).detail]
    .filter((value) => typeof value === "string").find((text) => text !== "");
  return {
    what: words[0]!.toUpperCase() + words.slice(1),
    about: ellipsis(about ?? "", MAX_ABOUT),
  };
}
