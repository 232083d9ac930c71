import { z } from "zod";
import { statedItemSchema } from "../../../store/planner/item.ts";
import { refreshErrorSchema } from "../../../store/planner/source_stream.ts";

/** What the parser of calendars is given, as JSON. */
export type ParserInput = {
  kind: "calendar" | "markdown";
  /** Texts with what they are called, and the calendar that they belong to. */
  texts: { ref: string; calendarId: string; etag: string | null; text: string }[];
  /** Occurrences within are computed; seconds since 1970. */
  from: number;
  to: number;
};

/** What it answers with. */
export const parsedSchema = z.object({
  items: z.array(statedItemSchema),
  errors: z.array(refreshErrorSchema),
  invalid: z.number().int(),
  /** UIDs of what could not be read: it is still there, so nothing of it is gone. */
  unreadUids: z.array(z.string()),
  /** References of texts that break off. */
  broken: z.array(z.string()),
});
export type Parsed = z.infer<typeof parsedSchema>;
