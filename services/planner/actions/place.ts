/** What a place holds of an object. */
export type Held = { text: string; etag: string | null };

/** What came of a write. `changed`: it is no longer as it was, and nothing was written. `unknown`: it may have been written. */
export type Written =
  | { kind: "written"; etag: string | null }
  | { kind: "changed" }
  | { kind: "refused"; detail: string }
  | { kind: "unknown"; detail: string };

/** Where the objects of a calendar lie: on a server, or here. */
export type Place = {
  /** What is there now; null where there is nothing. Throws where that cannot be told. */
  read: (target: string) => Promise<Held | null>;
  /** Writes only where the object still has that ETag; null means where there is none. */
  put: (target: string, text: string, ifMatch: string | null) => Promise<Written>;
  remove: (target: string, ifMatch: string | null) => Promise<Written>;
};
