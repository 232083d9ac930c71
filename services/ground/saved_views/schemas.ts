import { z } from "zod";

const pageSchema = z.string().max(100).regex(
  /^[a-z][a-z-]*(?:\/[a-z-]+)*$/,
  "a place below /dashboard/, such as runs",
)
  .meta({ example: "runs" });
const nameSchema = z.string().trim().min(1).max(80).regex(/^\P{Cc}*$/u, "one line").meta({
  example: "Failed, this week",
});

/** The key of a saved view: its page and its name. */
export const savedViewKeySchema = z.object({ page: pageSchema, name: nameSchema });
/** The key of a saved view. */
export type SavedViewKey = z.output<typeof savedViewKeySchema>;

/** Returns whether each part of a query has a name. A page would ignore the others, and show everything. */
const hasNames = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].every((name) => /^[a-z][\w-]*$/i.test(name));

/** A view to save. */
export const savedViewInputSchema = savedViewKeySchema.extend({
  query: z.string().max(2000).refine(
    hasNames,
    "expected names and values as in an address, such as status=failed",
  )
    .describe(
      "of the page's address: what it is filtered by",
    ).meta({
      example: "status=failed",
    }),
});
/** A view in a request. */
export type SavedViewInput = z.output<typeof savedViewInputSchema>;

/** The state of a list page, and its address. */
export const savedViewSchema = z.object({
  page: z.string(),
  name: z.string(),
  query: z.string(),
  path: z.string().describe("of the dashboard"),
}).meta({ id: "savedViewSchema" });
/** A saved view. */
export type SavedView = z.output<typeof savedViewSchema>;

/** Which saved views to list. */
export const savedViewQuerySchema = z.object({ page: pageSchema.optional() });
