import type { SourceDocument } from "../../../store/planner/source_stream.ts";
import type { SyncState } from "../../../store/planner/sync_state.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { ParserInput } from "../icalendar/input.ts";

/** The response of a source. */
export type Content = {
  texts: ParserInput["texts"];
  /** False if only changes were requested: everything else still exists. */
  full: boolean;
  /** References that are gone, in a response that is not full. */
  gone: string[];
  sync: SyncState;
  collections: SourceDocument["collections"] | null;
  resyncReason: string | null;
  errors: { ref: string; reason: string }[];
};

/** Returns the response of a source: by default single objects, of which `gone` names all that were asked for. */
export const contentOf = (said: Partial<Content>): Content => ({
  texts: [],
  full: false,
  gone: [],
  sync: { ...NO_SYNC, tokens: {} },
  collections: null,
  resyncReason: null,
  errors: [],
  ...said,
});

/** The request to a source: `sync` is where to continue, null to read everything. */
export type SourceRequest = { sync: SyncState | null; signal: AbortSignal };

/** A source that cannot be read until a person changes something. */
export class AuthRequiredError extends Error {}

/** A source that was removed or set up again while it was read. */
export class SourceChangedError extends UnavailableError {}

/** The state of a source that was never read. */
export const NO_SYNC: SyncState = {
  etag: null,
  lastModified: null,
  bodySha256: null,
  tokens: {},
  expandedAt: null,
};
