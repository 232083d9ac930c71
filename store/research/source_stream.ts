import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** A page as read: its address, its title, and the hash of its readable text. */
const fetched = z.object({
  url: z.string(),
  finalUrl: z.string(),
  title: z.string(),
  description: z.string(),
  mediaType: z.string(),
  /** Of the readable text, which is an artifact. */
  sha256: z.string(),
  size: z.number().int(),
  /** The distinct words of the text, by which search finds it. */
  terms: z.array(z.string()),
});

/** The events of a source; shapes are frozen. */
export const researchSourceEvents = {
  "research.source_fetched": fetched,
  "research.source_unchanged": z.object({}),
  "research_source.deleted": z.object({}),
} as const;

const researchSourceDocumentSchema = fetched.omit({ terms: true }).extend({
  id: z.string(),
  /** When it was last read, changed or not. */
  readAt: z.string(),
});
export type ResearchSourceDocument = z.infer<typeof researchSourceDocumentSchema>;

/** A web page that was read. The next reading is compared with the text of the last one. */
export const researchSourceStream = defineStream<ResearchSourceDocument>()({
  kind: "research_source",
  version: 1,
  events: researchSourceEvents,
  indexes: [],
  evolve: (document, event) => {
    switch (event.type) {
      case "research.source_fetched": {
        const { terms: _, ...data } = event.data;
        return { id: idOf(event), ...data, readAt: event.at };
      }
      case "research.source_unchanged":
        return document && { ...document, readAt: event.at };
      case "research_source.deleted":
        return null;
    }
  },
});
