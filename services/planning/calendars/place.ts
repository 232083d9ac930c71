/** The stored version of an object. */
export type Held = { text: string; etag: string | null };

/** The result of a write. `changed`: the object has changed and nothing was written. `unknown`: it may have been written. */
export type Written =
  | { kind: "written"; etag: string | null }
  | { kind: "changed" }
  | { kind: "refused"; detail: string }
  | { kind: "unknown"; detail: string };

/** Where the objects of a calendar are stored: on a server, or locally. */
export type Place = {
  /** Returns the current version; null without one. Throws where that is unknown. */
  read: (target: string) => Promise<Held | null>;
  /** Writes only if the object still has that ETag; null means only if it does not exist. */
  put: (target: string, text: string, ifMatch: string | null) => Promise<Written>;
  remove: (target: string, ifMatch: string | null) => Promise<Written>;
};
