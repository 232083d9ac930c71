import type { Page } from "./page.ts";

/** Where the page of a thing is, and what that page is called. */
export type Place = { href: string; title: string };

/** Where things are, found by their ids. */
export type Places = {
  /** Returns the place of a thing; null when no page shows such things. */
  find: (id: string) => Place | null;
  /** Returns the address of the first of these things that a page shows; Home's if there is none. */
  pathOf: (...ids: readonly (string | null)[]) => string;
};

/** Returns the places of what these pages show. */
export function createPlaces(pages: readonly Page[]): Places {
  const find = (id: string): Place | null => {
    const kind = id.slice(0, Math.max(0, id.indexOf("_")));
    const other = pages.find(({ also }) => also !== undefined && kind in also);
    if (other) return { href: other.also![kind]!, title: other.title };
    const page = pages.find(({ shows }) => shows === kind);
    if (!page) return null;
    return {
      href: (page.place ?? page.path).replace(":id", () => encodeURIComponent(id)),
      title: page.title,
    };
  };
  return { find, pathOf: (...ids) => ids.flatMap((id) => (id && find(id)) || [])[0]?.href ?? "/dashboard" };
}
