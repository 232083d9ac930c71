import type { Signal } from "@preact/signals";
import type { Preferences } from "../../../shell/preferences.ts";

/** The panels beside the patch, which can be collapsed; this browser remembers which are. */
export type Panels = Readonly<Record<"files" | "details", Signal<"open" | "folded">>>;

/** Returns the panels as saved in this browser: by default the files are open and the details are closed. */
export const openPanels = (preferences: Preferences): Panels => ({
  files: preferences.choice("review-files", ["open", "folded"]),
  details: preferences.choice("review-details", ["folded", "open"]),
});
