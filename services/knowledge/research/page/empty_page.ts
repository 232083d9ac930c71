import type { ReadPage } from "./page.ts";

/** A page of which nothing was read. */
export const EMPTY_PAGE: ReadPage = {
  title: "",
  description: "",
  siteName: null,
  author: null,
  publishedAt: null,
  language: null,
  image: null,
  canonicalUrl: null,
  content: "",
  readable: false,
  truncated: false,
  links: [],
  warnings: [],
};
