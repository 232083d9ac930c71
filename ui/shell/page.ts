import type { FunctionComponent } from "preact";

/** The properties of a page's component: the parameters of its path. The query is read with `useQuery`. */
export type PageProps = { params: Record<string, string> };

/** A page: its path below `/dashboard`, its title, and how to load it. */
export type Page = {
  /** A path pattern of preact-iso, such as `/dashboard/runs/:id`. */
  path: string;
  title: string;
  /** The key after `g` that opens it. A page with one is in the navigation. */
  chord?: string;
  /** Whether a person opens it daily: the navigation has the others below a heading. */
  daily?: true;
  /** The name of the count in the overview that its navigation entry shows, unless it is 0. */
  badge?: string;
  /** What the palette offers to do on it: a verb with its object, and the address that begins it. */
  commands?: readonly { does: string; to: string }[];
  /** The prefix of the ids that it shows, such as `run` for `run_01J…`; links to such an id lead here. */
  shows?: string;
  /** The addresses for other ids that it shows, by their prefix. */
  also?: Readonly<Record<string, string>>;
  /** The address pattern for its ids, with `:id`, if it is not the page's path. */
  place?: string;
  /** Loaded when the page is first opened, as a separate bundle. */
  load: () => Promise<{ default: FunctionComponent<PageProps> }>;
};
