import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

/** Returns the address of the page that shows an id; null if there is none. */
type FindHref = (id: string) => string | null;

/** The context of the function that finds addresses. Without a provider, links have no target. */
export const LinksContext = createContext<FindHref>(() => null);

/** Returns the function that finds the address of an id. */
export const useFindHref = (): FindHref => useContext(LinksContext);

/** A link to the page that shows an id; plain text if there is none. */
export function Link({ to, query, children, ...rest }: {
  /** The id, such as `run_01J…`. */
  to: string;
  /** The query of the address, for a record without its own page. */
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
