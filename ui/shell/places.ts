import type { Page } from "./page.ts";

/** The address and the title of the page that shows an item. */
type PageAddress = { href: string; title: string };

/** Finds the page that shows an item, by its id. */
export type Places = {
  /** Returns the page that shows an id; null if there is none. */
  find: (id: string) => PageAddress | null;
  /** Returns the address of the first of these ids that a page shows; Home's if there is none. */
  pathOf: (...ids: readonly (string | null)[]) => string;
};

/** Returns the places of the ids that these pages show. */
export function createPlaces(pages: readonly Page[]): Places {
  const find = (id: string): PageAddress | null => {
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
