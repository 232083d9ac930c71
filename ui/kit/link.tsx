import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

/** Finds the address of a thing by its id; null when no page shows it. */
export type FindHref = (id: string) => string | null;

/** How links find the page of a thing. Without one around them they lead nowhere. */
export const LinksContext = createContext<FindHref>(() => null);

/** Returns how to find the address of a thing. */
export const useFindHref = (): FindHref => useContext(LinksContext);

/** A link to the page of a thing; its words alone when no page shows such things. */
export function Link({ to, query, children, ...rest }: {
  /** The id of the thing, such as `run_01J…`. */
  to: string;
  /** The query of the address, for a record whose address has none. */
  query?: string;
  class?: string;
  title?: string;
  "aria-current"?: "true" | undefined;
  children: ComponentChildren;
}) {
  const href = useFindHref()(to);
  if (href === null) return <span {...rest}>{children}</span>;
  return <a href={query ? `${href}?${query}` : href} {...rest}>{children}</a>;
}
