import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Dialog } from "../../kit/dialog.tsx";
import { useFrame } from "../../shell/mod.ts";
import { wallAt } from "../common/days.ts";
import type { CalendarAction } from "../common/types.ts";
import { PlannedChange } from "../plans/planned_change.tsx";
import type { Block } from "./blocks.ts";
import { createChanges } from "./changes.ts";
import { drawnSpan, type LocalSpan, spanOf } from "./spans.ts";
import type { CalendarContent } from "./store.ts";
import { type AskedWhen, WhenDialog } from "./when_dialog.tsx";

/** The ways to say when something is; the dialogs belong on the page. */
type When = {
  /** Asks for a new event, in the next full hour of the day that is shown. */
  onNew: () => void;
  onDraw: (span: LocalSpan) => void;
  onMove: (block: Block, span: LocalSpan) => void;
  /** Asks for another time. */
  onAsk: (block: Block) => void;
  dialogs: ComponentChildren;
};

const LAST_HOUR = 23 * 60;

/** Returns how events are created and moved on the calendar; null until it is shown. */
export function useWhen(shown: CalendarContent | null): When | null {
  const frame = useFrame();
  const asked = useSignal<AskedWhen | null>(null);
  const planned = useSignal<CalendarAction | null>(null);
  const changes = createChanges(frame, (action) => planned.value = action);
  if (shown === null) return null;
  const { timeZone, days, today, date } = shown;
  const onNew = () => {
    const now = wallAt(frame.clock.value, timeZone);
    const minutes = Math.min(Math.ceil((now.minutes + 1) / 60) * 60, LAST_HOUR);
    const at = { date: days.includes(today) ? today : date, minutes };
    asked.value = { block: null, span: drawnSpan(at, at) };
  };
  const onMove = (block: Block, span: LocalSpan) => {
    if (block.repeats) asked.value = { block, span };
    else void frame.toasts.attempt(() => changes.move(block, span));
  };
  return {
    onNew,
    onDraw: (span) => asked.value = { block: null, span },
    onMove,
    onAsk: (block) => asked.value = { block, span: spanOf(block, timeZone) },
    dialogs: (
      <>
        {asked.value && (
          <WhenDialog
            asked={asked.value}
            changes={changes}
            onClose={() => asked.value = null}
          />
        )}
        {planned.value && (
          <Dialog title="Review the change" wide onClose={() => planned.value = null}>
            <PlannedChange action={planned.value} onChange={(next) => planned.value = next} />
          </Dialog>
        )}
      </>
    ),
  };
}
