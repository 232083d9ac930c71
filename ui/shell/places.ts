import type { Page } from "./page.ts";

/** Where the page of a thing is, and what that page is called. */
export type Place = { href: string; title: string };

/** Where things are, found by their ids. */
export type Places = {
  /** Returns the place of a thing; null when no page shows such things. */
  find: (id: string) => Place | null;
  /** Returns the address of a thing; Home's when no page shows such things. */
  pathOf: (id: string) => string;
};

/** Returns the places of what these pages show. */
export function createPlaces(pages: readonly Page[]): Places {
  const find = (id: string): Place | null => {
    const page = pages.find(({ shows }) => shows !== undefined && id.startsWith(`${shows}_`));
    if (!page) return null;
    return {
      href: (page.place ?? page.path).replace(":id", () => encodeURIComponent(id)),
      title: page.title,
    };
  };
  return { find, pathOf: (id) => find(id)?.href ?? "/dashboard" };
}
