import type { SourceDocument, SyncState } from "../../../store/planner/source_stream.ts";
import { UnavailableError } from "../../kernel/errors.ts";
import type { ParserInput } from "../ics/input.ts";

/** What a source answered with. */
export type Content = {
  texts: ParserInput["texts"];
  /** False where only what changed was asked for: everything that is not named is still there. */
  full: boolean;
  /** References that are gone, of an answer that is not full. */
  gone: readonly string[];
  sync: SyncState;
  collections: SourceDocument["collections"] | null;
  resyncReason: string | null;
  errors: { ref: string; reason: string }[];
};

/** What a source is asked: `sync` is where to go on from, null to read everything. */
export type Asked = { sync: SyncState | null; signal: AbortSignal };

/** A source that cannot be asked until a person changes something. */
export class AuthRequiredError extends Error {}

/** A source that was removed or set up anew while it was read. */
export class SourceChangedError extends UnavailableError {}

/** Nothing is known of a source yet. */
export const NO_SYNC: SyncState = {
  etag: null,
  lastModified: null,
  bodySha256: null,
  tokens: {},
  expandedAt: null,
};
