/** The last filters and tab of each page, while this tab of the browser is open. */
export type LastAddresses = {
  /** Notes how a page is shown now. */
  note: (path: string, search: string) => void;
  /** Returns where a way to a page leads: to what it last showed, or, from that page itself, to all of it. */
  of: (path: string) => string;
};

/** Parameters that open a dialog: who comes back does not want it again. */
const DIALOGS = ["new", "repo", "connect"];

/** Notes nothing yet; `current` is the path that is shown. */
export function createLastAddresses(current: () => string): LastAddresses {
  const queries = new Map<string, string>();
  return {
    note: (path, search) => {
      const query = new URLSearchParams(search);
      for (const name of DIALOGS) query.delete(name);
      queries.set(path, query.toString());
    },
    of: (path) => {
      const query = path === current() ? "" : queries.get(path) ?? "";
      return query === "" ? path : `${path}?${query}`;
    },
  };
}
