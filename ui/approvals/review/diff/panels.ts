import type { Signal } from "@preact/signals";
import type { Preferences } from "../../../shell/preferences.ts";

/** The panels beside the patch, which can be collapsed; this browser remembers which are. */
export type Panels = Readonly<Record<"files" | "details", Signal<"open" | "folded">>>;

/** The width below which the list of files would push the change off the first screen. */
const NARROW = "(max-width: 900px)";

/** Returns the panels as saved in this browser: by default the files are open where they fit beside the patch, and the details are closed. */
export const openPanels = (preferences: Preferences): Panels => ({
  files: matchMedia(NARROW).matches
    ? preferences.choice("review-files-narrow", ["folded", "open"])
    : preferences.choice("review-files", ["open", "folded"]),
  details: preferences.choice("review-details", ["folded", "open"]),
});
