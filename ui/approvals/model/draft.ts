import type { BrowserStorage } from "../../shell/storage.ts";
import type { LineComment } from "./comments.ts";

/** The unsent review of a bundle. Confirmations are not kept: they are made for one decision. */
type ReviewDraft = { viewed: string[]; leftOut: string[]; comments: LineComment[]; note: string };

/** The bundle that is reviewed, and the run whose lines the draft may quote. */
export type DraftPlace = { sha256: string; runId: string };

const PREFIX = "agent-harness.review.";
const INDEX = `${PREFIX}index`;
/** The maximum number of drafts; the oldest are removed. */
const MAX_DRAFTS = 40;

/** Returns the draft of a bundle by its hash; an empty one if none can be read. */
export function loadDraft(storage: BrowserStorage, bundleSha256: string): ReviewDraft {
  const empty: ReviewDraft = { viewed: [], leftOut: [], comments: [], note: "" };
  try {
    return {
      ...empty,
      ...JSON.parse(storage.getItem(PREFIX + bundleSha256) ?? "{}") as Partial<ReviewDraft>,
    };
  } catch {
    return empty;
  }
}

/** Stores a draft. If the storage is full or blocked, only the draft is lost. */
export function saveDraft(storage: BrowserStorage, { sha256, runId }: DraftPlace, draft: ReviewDraft): void {
  try {
    const order = [{ sha256, runId }, ...keptIn(storage).filter((each) => each.sha256 !== sha256)];
    keepOnly(storage, order, order.slice(0, MAX_DRAFTS));
    storage.setItem(PREFIX + sha256, JSON.stringify(draft));
  } catch {
    return;
  }
}

/** Removes the drafts of a run, because it was deleted. */
export function forgetDraftsOf(storage: BrowserStorage, runId: string): void {
  try {
    const all = keptIn(storage);
    keepOnly(storage, all, all.filter((each) => each.runId !== runId));
  } catch {
    return;
  }
}

/** Returns the drafts that are kept, the newest first; those of an earlier version are named by their bundle alone. */
const keptIn = (storage: BrowserStorage): DraftPlace[] =>
  (JSON.parse(storage.getItem(INDEX) ?? "[]") as (DraftPlace | string)[]).map((each) =>
    typeof each === "string" ? { sha256: each, runId: "" } : each
  );

function keepOnly(storage: BrowserStorage, all: readonly DraftPlace[], kept: readonly DraftPlace[]): void {
  for (const each of all) if (!kept.includes(each)) storage.removeItem(PREFIX + each.sha256);
  storage.setItem(INDEX, JSON.stringify(kept));
}
