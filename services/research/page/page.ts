import { z } from "zod";
import { MAX_CONTENT_BYTES, MAX_FIELD_CHARACTERS, MAX_LINKS, MAX_TITLE_CHARACTERS } from "./limits.ts";

/** What a parser is told of a page, as a line of JSON before its bytes. */
export type PageHead = {
  url: string;
  mediaType: string;
  charset: string | null;
  /** Whether the article is looked for; what of a page is the article can take long to find. */
  article: boolean;
};

const field = z.string().max(MAX_FIELD_CHARACTERS).nullable();

/** What a parser says of a page. */
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
  /** True where the article was found, without what stands around it. */
  readable: z.boolean(),
  truncated: z.boolean(),
  links: z.array(z.object({ url: z.string(), text: z.string() })).max(MAX_LINKS),
  warnings: z.array(z.string()),
});
export type Page = z.output<typeof pageSchema>;
