import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { EmptyState } from "../../../kit/empty_state.tsx";
import { useClock } from "../../../kit/text/time.tsx";
import { VirtualList } from "../../../kit/lists/virtual_list.tsx";
import { duration } from "../../../../client/words.ts";
import { useShortcuts } from "../../../shell/mod.ts";
import { spanOf, type TimeBar } from "../state/bars.ts";
import { type FoldedScale, foldOf, restsOf } from "../state/fold.ts";
import type { TimelineStore } from "../state/timeline.ts";
import { FoldedStretches, tookOf, type Window } from "./folded.tsx";
import { isWhole, moveBy, WHOLE, type Zoom, zoomBy, zoomTo } from "./zoom.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";

const ROW = 30;

/** The periods of a run on a time scale from left to right. Dragging over the scale zooms in. */
export function Waterfall({ timeline, onSelect }: {
  timeline: TimelineStore;
  onSelect: (sequence: number) => void;
}) {
  const clock = useClock();
  const zoom = useSignal<Zoom>(WHOLE);
  const bars = timeline.bars.value;
  const [first, last] = spanOf(bars, timeline.events.value, clock.value);
  const change = (next: Zoom) => zoom.value = next;
  useShortcuts([
    { keys: "+", does: "Zoom in", group: "Waterfall", run: () => change(zoomBy(zoom.value, 0.5)) },
    { keys: "-", does: "Zoom out", group: "Waterfall", run: () => change(zoomBy(zoom.value, 2)) },
    { keys: "0", does: "Show all", group: "Waterfall", run: () => change(WHOLE) },
    { keys: "[", does: "Earlier", group: "Waterfall", run: () => change(moveBy(zoom.value, -0.5)) },
    { keys: "]", does: "Later", group: "Waterfall", run: () => change(moveBy(zoom.value, 0.5)) },
  ]);
  if (bars.length === 0) {
    return (
      <EmptyState title="No spans to show">
        <p>No events with a duration match the filter. The compact view lists every event.</p>
      </EmptyState>
    );
  }
  const fold = foldOf(restsOf(timeline.stages.value, clock.value), first, last);
  const whole = fold.placeOf(last);
  const window = { from: whole * zoom.value.from, to: whole * zoom.value.to };
  const waited = last - first - fold.worked(first, last);
  return (
    <div class="waterfall">
      <div class="row waterfall-tools">
        <Button small label="Zoom in" hint="Zoom in (+)" onPress={() => change(zoomBy(zoom.value, 0.5))}>
          +
        </Button>
        <Button small label="Zoom out" hint="Zoom out (-)" onPress={() => change(zoomBy(zoom.value, 2))}>
          −
        </Button>
        <Button small disabled={isWhole(zoom.value)} onPress={() => change(WHOLE)}>Show all</Button>
        <span class="hint small" role="status">
          {duration(fold.workedAt(window.to) - fold.workedAt(window.from))} of{" "}
          {duration(fold.worked(first, last))} in view
          {waited > 0 && `; ${duration(waited)} of waiting is not counted`}
        </span>
      </div>
      <Scale fold={fold} window={window} onZoom={(a, b) => change(zoomTo(zoom.value, a, b))} />
      <VirtualList
        count={bars.length}
        keyOf={(i) => bars[i]!.id}
        estimate={ROW}
        label="Spans"
        height={`${Math.min(bars.length * ROW + 8, 560)}px`}
      >
        {(i) => <BarRow bar={bars[i]!} fold={fold} window={window} now={clock.value} onSelect={onSelect} />}
      </VirtualList>
    </div>
  );
}

const TICKS = 5;

/** The scale of the visible time. Dragging over it selects the range to zoom to. */
function Scale({ fold, window, onZoom }: {
  fold: FoldedScale;
  window: Window;
  onZoom: (a: number, b: number) => void;
}) {
  const scale = useRef<HTMLDivElement>(null);
  const drag = useSignal<[number, number] | null>(null);
  const pointAt = (event: PointerEvent) => {
    const { left, width } = scale.current!.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const end = () => {
    const dragged = drag.value;
    drag.value = null;
    if (dragged && Math.abs(dragged[1] - dragged[0]) > 0.01) onZoom(...dragged);
  };
  return (
    <div class="waterfall-line" aria-hidden="true">
      <span class="hint small">of work</span>
      <div
        class="scale"
        ref={scale}
        onPointerDown={(event) => {
          scale.current?.setPointerCapture(event.pointerId);
          drag.value = [pointAt(event), pointAt(event)];
        }}
        onPointerMove={(event) => drag.value && (drag.value = [drag.value[0], pointAt(event)])}
        onPointerUp={end}
        onPointerCancel={() => drag.value = null}
      >
        {Array.from(
          { length: TICKS },
          (_, i) => (
            <span key={i} class="tick small" style={{ left: `${(100 * i) / TICKS}%` }}>
              {duration(fold.workedAt(window.from + ((window.to - window.from) * i) / TICKS))}
            </span>
          ),
        )}
        <FoldedStretches fold={fold} window={window} worded />
        {drag.value && (
          <span
            class="scale-picked"
            style={{
              left: `${100 * Math.min(...drag.value)}%`,
              width: `${100 * Math.abs(drag.value[1] - drag.value[0])}%`,
            }}
          />
        )}
      </div>
    </div>
  );
}

function BarRow({ bar, fold, window, now, onSelect }: {
  bar: TimeBar;
  fold: FoldedScale;
  window: Window;
  now: number;
  onSelect: (sequence: number) => void;
}) {
  const width = window.to - window.from;
  const left = Math.max(0, (fold.placeOf(bar.from) - window.from) / width);
  const right = Math.min(1, (fold.placeOf(bar.to ?? now) - window.from) / width);
  const took = tookOf(bar, fold, now);
  return (
    <button
      type="button"
      class="waterfall-line waterfall-row"
      title={`${bar.label}: ${took}`}
      onClick={() => onSelect(bar.sequence)}
    >
      <span class={`one-line waterfall-label depth-${bar.depth}`}>
        <ShownText text={bar.label} />
      </span>
      <span class="lane">
        <FoldedStretches fold={fold} window={window} />
        {right >= 0 && left <= 1 && (
          <span
            class={`bar tone-${bar.tone} bar-${bar.kind} ${bar.to === null ? "bar-open" : ""}`}
            style={{ left: `${100 * left}%`, width: `max(3px, ${100 * Math.max(0, right - left)}%)` }}
          />
        )}
        <span class="bar-took small" style={barWordsAt(left, right)}>{took}</span>
      </span>
    </button>
  );
}

/** Beside the bar: to its right if there is room, otherwise to its left. */
const barWordsAt = (left: number, right: number): Record<string, string> =>
  right < 0.85
    ? { left: `calc(${100 * Math.max(0, right)}% + 8px)` }
    : left > 0.15
    ? { right: `calc(${100 * (1 - Math.min(1, left))}% + 6px)` }
    : { right: "6px" };
