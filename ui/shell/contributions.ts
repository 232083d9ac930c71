import type { FunctionComponent } from "preact";
import type { Finder } from "./finder.ts";
import type { Frame } from "./frame.ts";
import type { Page } from "./page.ts";

/** What domains add to the frame; `ui/main.tsx` lists it. */
export type Contributions = {
  pages: readonly Page[];
  /** Shown above every page, in this order. */
  above: readonly FunctionComponent[];
  /** How the palette finds their things by name. */
  finders: readonly Finder[];
  /** Called once with the frame, before anything is shown. */
  begin: readonly ((frame: Frame) => void)[];
};
