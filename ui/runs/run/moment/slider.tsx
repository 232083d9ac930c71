import { useQuery } from "../../../shell/mod.ts";
import { exactTime } from "../../../kit/text/time.tsx";
import type { RunStore } from "../state/store.ts";

const ID = "moment";

/** Moves the focus to the slider, once what had it is gone. */
export const focusSlider = (): void => document.getElementById(ID)?.focus();

/** The slider over the events of the run; its end is now. The address follows when it is let go. */
export function MomentSlider({ store: { timeline, moment } }: { store: RunStore }) {
  const [, change] = useQuery();
  const events = timeline.events.value;
  if (events.length === 0) return null;
  const at = moment.at.value;
  const place = at === null
    ? events.length
    : Math.max(0, events.findLastIndex(({ sequence }) => sequence <= at));
  const event = events[place];
  return (
    <div class="moment-slider">
      <label for={ID}>Moment</label>
      <input
        id={ID}
        type="range"
        min={0}
        max={events.length}
        step={1}
        value={place}
        aria-valuetext={event ? `${exactTime(event.at)}: ${event.summary}` : "Now"}
        onInput={({ currentTarget }) => moment.show(events[currentTarget.valueAsNumber]?.sequence ?? null)}
        onChange={({ currentTarget }) => {
          const sequence = events[currentTarget.valueAsNumber]?.sequence;
          change({ tab: "timeline", at: sequence === undefined ? null : String(sequence) });
        }}
      />
      <span class="hint small numbers moment-place">
        {event ? `entry ${event.sequence}` : "now"}
      </span>
    </div>
  );
}
