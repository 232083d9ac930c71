/** What pages keep in the browser. */
export type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Returns the browser's storage. What it does not take, because it is full or blocked, is kept until the page is left. */
export function browserStorage(open: () => Storage): BrowserStorage {
  const unkept = new Map<string, string | null>();
  const change = (key: string, value: string | null, work: (storage: Storage) => void) => {
    unkept.delete(key);
    try {
      work(open());
    } catch {
      unkept.set(key, value);
    }
  };
  return {
    getItem: (key) => {
      const known = unkept.get(key);
      if (known !== undefined) return known;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    setItem: (key, value) => change(key, value, (storage) => storage.setItem(key, value)),
    removeItem: (key) => change(key, null, (storage) => storage.removeItem(key)),
  };
}
