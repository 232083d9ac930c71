import type { BrowserStorage } from "../../shell/storage.ts";
import type { LineComment } from "./comments.ts";

/** The unsent review of a bundle. Confirmations are not kept: they are made for one decision. */
type ReviewDraft = { viewed: string[]; leftOut: string[]; comments: LineComment[]; note: string };

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
export function saveDraft(storage: BrowserStorage, bundleSha256: string, draft: ReviewDraft): void {
  try {
    const known = JSON.parse(storage.getItem(INDEX) ?? "[]") as string[];
    const order = [bundleSha256, ...known.filter((hash) => hash !== bundleSha256)];
    for (const old of order.slice(MAX_DRAFTS)) storage.removeItem(PREFIX + old);
    storage.setItem(INDEX, JSON.stringify(order.slice(0, MAX_DRAFTS)));
    storage.setItem(PREFIX + bundleSha256, JSON.stringify(draft));
  } catch {
    return;
  }
}
