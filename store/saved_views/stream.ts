import { z } from "zod";
import { defineStream } from "../stream.ts";

/** All saved views are in one document: there are few, and a page lists them all. */
export const VIEWS_ID = "views";

/** The key of a view: names are unique within a page. */
const keySchema = z.object({ page: z.string(), name: z.string() });

/** A saved list page: its path below `/dashboard/`, and its query. */
const savedViewSchema = keySchema.extend({ query: z.string() });
/** One saved view. */
type StoredView = z.infer<typeof savedViewSchema>;

/** What happens to saved views; shapes are frozen. */
export const savedViewEvents = {
  "saved_view.saved": savedViewSchema,
  "saved_view.removed": keySchema,
} as const;

/** Every saved view, by page and name. */
type SavedViewsDocument = { views: StoredView[] };

/** The saved views of the operator. */
export const savedViewStream = defineStream<SavedViewsDocument>()({
  kind: "saved_view",
  version: 1,
  events: savedViewEvents,
  indexes: [],
  evolve: (document, { type, data }) => {
    const others = (document?.views ?? []).filter(({ page, name }) =>
      page !== data.page || name !== data.name
    );
    return { views: type === "saved_view.removed" ? others : inOrder([...others, data]) };
  },
});

const inOrder = (views: StoredView[]): StoredView[] =>
  views.toSorted((a, b) => (`${a.page}\n${a.name}` < `${b.page}\n${b.name}` ? -1 : 1));
