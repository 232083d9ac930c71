import { z } from "zod";
import { statedItemSchema } from "../../../store/planner/item.ts";
import { refreshErrorSchema } from "../../../store/planner/source_stream.ts";

/** The input of the calendar parser, as JSON. */
export type ParserInput = {
  kind: "calendar" | "markdown";
  /** Texts with their names, and the calendar that they belong to. */
  texts: { ref: string; calendarId: string; etag: string | null; text: string }[];
  /** The window for occurrences, in seconds since 1970. */
  from: number;
  to: number;
  /** A moment in the window: if a series has too many occurrences, those around it are kept. */
  about: number;
};

/** The parser's result. */
export const parsedSchema = z.object({
  items: z.array(statedItemSchema),
  errors: z.array(refreshErrorSchema),
  invalid: z.number().int(),
  /** UIDs of items that could not be read: they still exist, so they are not marked as gone. */
  unreadUids: z.array(z.string()),
  /** References of incomplete texts. */
  broken: z.array(z.string()),
  /** References of texts that may contain more items than could be found. */
  damaged: z.array(z.string()),
});
export type ParsedContent = z.infer<typeof parsedSchema>;
