import { z } from "zod";
import { MAX_CONTENT_BYTES, MAX_FIELD_CHARACTERS, MAX_LINKS, MAX_TITLE_CHARACTERS } from "./limits.ts";

/** The facts about a page for a parser, as a line of JSON before its bytes. */
export type PageHead = {
  url: string;
  mediaType: string;
  charset: string | null;
  /** Whether to look for the article, which can take long. */
  article: boolean;
};

const field = z.string().max(MAX_FIELD_CHARACTERS).nullable();

/** What a parser returns for a page. */
export const pageSchema = z.object({
  title: z.string().max(MAX_TITLE_CHARACTERS),
  description: z.string().max(MAX_FIELD_CHARACTERS),
  siteName: field,
  author: field,
  publishedAt: field,
  language: field,
  image: z.string().nullable(),
  canonicalUrl: z.string().nullable(),
  content: z.string().max(MAX_CONTENT_BYTES),
  /** True if the text is that of the article, without the rest of the page. */
  readable: z.boolean(),
  truncated: z.boolean(),
  links: z.array(z.object({ url: z.string(), text: z.string() })).max(MAX_LINKS),
  warnings: z.array(z.string()),
});
export type ReadPage = z.output<typeof pageSchema>;
