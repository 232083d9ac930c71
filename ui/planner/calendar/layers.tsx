import { useFrame } from "../../shell/mod.ts";
import type { Block } from "./blocks.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";

/** What the calendar can show and hide, with the kinds of blocks of each. */
const LAYERS = [
  { id: "events", label: "Calendars", kinds: ["event"] },
  { id: "tasks", label: "Tasks", kinds: ["task", "due"] },
  { id: "runs", label: "Runs", kinds: ["run", "approval"] },
  { id: "automations", label: "Automations", kinds: ["automation", "connection"] },
] as const satisfies readonly { id: string; label: string; kinds: readonly Block["kind"][] }[];

/** A layer, and whether this browser shows it. */
type Layer = { label: string; kinds: readonly Block["kind"][]; isShown: boolean; toggle: () => void };

/** Returns the layers with the choice of this browser, which is kept. */
export function useLayers(): Layer[] {
  const { preferences } = useFrame();
  return LAYERS.map(({ id, label, kinds }) => {
    const choice = preferences.choice(`planner.${id}`, ["shown", "hidden"]);
    const isShown = choice.value === "shown";
    return { label, kinds, isShown, toggle: () => choice.value = isShown ? "hidden" : "shown" };
  });
}

/** Returns the blocks of the layers that are shown. */
export function shownBlocks(blocks: readonly Block[], layers: readonly Layer[]): Block[] {
  const hidden = new Set(layers.filter(({ isShown }) => !isShown).flatMap(({ kinds }) => kinds));
  return blocks.filter(({ kind }) => !hidden.has(kind));
}

/** Switches for the layers. */
export function Layers({ layers }: { layers: readonly Layer[] }) {
  return (
    <div class="row layers" role="group" aria-label="Shown">
      {layers.map(({ label, isShown, toggle }) => (
        <label class="small" key={label}>
          <input type="checkbox" checked={isShown} onChange={toggle} />
          <ShownText text={label} />
        </label>
      ))}
    </div>
  );
}
