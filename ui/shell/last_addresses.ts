/** The last filters and tab of each page, for as long as the browser's tab is open. */
export type LastAddresses = {
  /** Records the current address of a page. */
  note: (path: string, search: string) => void;
  /** Returns the last address of a page, or, on that page itself, the one without filters. */
  of: (path: string) => string;
};

/** Parameters that open a dialog, which should not open again on return. */
const DIALOGS = ["new", "repo", "connect"];

/** Returns empty records; `current` is the current path. */
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
