import type { Item } from "./item.ts";
import type { SearchText } from "./search_rows.ts";

/** Returns the words by which an event is found. */
export const textOfItem = ({ title, content, location, organizer, attendees, tags }: Item): SearchText => ({
  title,
  content: [content, location].filter(Boolean).join("\n"),
  people: [organizer, ...attendees].flatMap((one) => one ? [one.name, one.email] : []).join(" "),
  tags: tags.join(" "),
});
