import { z } from "zod";
import {
  savedViewInputSchema,
  savedViewKeySchema,
  savedViewQuerySchema,
  savedViewSchema,
} from "../../services/ground/saved_views/schemas.ts";
import { contract } from "../endpoint.ts";

/** Pages with their filters, saved by name. */
export const savedViews = contract({
  "GET /saved-views": {
    summary: "List saved views: pages of the dashboard with their filters, by name",
    query: savedViewQuerySchema,
    output: z.array(savedViewSchema),
    cli: "views list",
  },
  "POST /saved-views": {
    summary: "Save a view of a page under a name, replacing any view with that name",
    body: savedViewInputSchema,
    output: z.array(savedViewSchema),
    cli: "views save",
  },
  "POST /saved-views/remove": {
    summary: "Remove a saved view",
    body: savedViewKeySchema,
    output: z.array(savedViewSchema),
    cli: "views remove",
  },
});
