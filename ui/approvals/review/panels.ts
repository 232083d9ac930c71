import type { Signal } from "@preact/signals";
import type { Preferences } from "../../shell/preferences.ts";

/** What stands beside the patch and can be folded away, so that the patch has the width; this browser remembers it. */
export type Panels = Readonly<Record<"files" | "details", Signal<"open" | "folded">>>;

/** Returns the panels as this browser has them: at first the files stand beside the patch, and the details do not. */
export const openPanels = (preferences: Preferences): Panels => ({
  files: preferences.choice("review-files", ["open", "folded"]),
  details: preferences.choice("review-details", ["folded", "open"]),
});
