import type { FunctionComponent } from "preact";

/** What a page's component gets: the parts of its address. The query is read with `useQuery`. */
export type PageProps = { params: Record<string, string> };

/** One page: its address below `/dashboard`, its name, and where its code is. */
export type Page = {
  /** A path as preact-iso matches it, such as `/dashboard/runs/:id`. */
  path: string;
  title: string;
  /** The key after `g` that leads there; also puts the page into the navigation. */
  chord?: string;
  /** The overview's count that its entry in the navigation shows, as long as it is not 0. */
  badge?: string;
  /** The prefix of the ids of what it shows, such as `run` for `run_01J…`: links to such a thing lead to it. */
  shows?: string;
  /** Addresses of other kinds of things that it shows, by the prefix of their ids. */
  also?: Readonly<Record<string, string>>;
  /** The address of one of these, with `:id` in it, where that is not the page's path. */
  place?: string;
  /** Loaded when the page is first opened, as a separate bundle. */
  load: () => Promise<{ default: FunctionComponent<PageProps> }>;
};
