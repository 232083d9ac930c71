import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** The colors in which the page is shown. */
type Appearance = {
  readonly theme: ReadonlySignal<string>;
  readonly contrast: ReadonlySignal<string>;
};

/** The current appearance; what is drawn with its colors is drawn again when it changes. */
export const AppearanceContext = createContext<Appearance | null>(null);

/** Returns the appearance of the page. Throws outside of one. */
export function useAppearance(): Appearance {
  const appearance = useContext(AppearanceContext);
  if (!appearance) throw new Error("a chart needs an AppearanceContext around it");
  return appearance;
}
