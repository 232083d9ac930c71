import { Link } from "../../kit/link.tsx";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Clock } from "../../kit/text/time.tsx";
import { counted } from "../../../client/words.ts";
import type { RuntimeEvent } from "../types.ts";
import type { Activity } from "./activity.ts";
import { wordsOf } from "./activity_words.ts";

/** The events of a message, collapsed by default. They are loaded when opened, and updated while open. */
export function ActivityList({ activity }: { activity: Activity }) {
  const open = useSignal(false);
  const events = activity.events.value;
  useEffect(() => {
    activity.isShown.value = open.value;
    if (open.value) void activity.readOn();
  }, [open.value]);
  return (
    <details
      class="talk-activity"
      open={open.value}
      onToggle={(event) => open.value = event.currentTarget.open}
    >
      <summary class="small">
        Events{open.value && events && `: ${events.length + activity.left.value}`}
      </summary>
      {activity.problem.value && <p class="small field-problem">{activity.problem.value}</p>}
      {events && <Events events={events} left={activity.left.value} />}
    </details>
  );
}

function Events({ events, left }: { events: readonly RuntimeEvent[]; left: number }) {
  const list = useRef<HTMLUListElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (atEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [events.length, left]);
  if (events.length === 0) return <p class="hint small">Nothing happened before the next message.</p>;
  return (
    <>
      {left > 0 && (
        <p class="hint small">{counted(left, "older event is", "older events are")} in the run's timeline.</p>
      )}
      <ul
        class="talk-events small"
        ref={list}
        tabIndex={0}
        aria-label="Events"
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          atEnd.current = scrollHeight - scrollTop - clientHeight < 24}
      >
        {events.map((event) => <EventLine key={event.id} event={event} />)}
      </ul>
    </>
  );
}

function EventLine({ event }: { event: RuntimeEvent }) {
  const { what, about } = wordsOf(event);
  return (
    <li>
      <span class="hint">
        <Clock at={event.time} />
      </span>
      <span class="wrap-anywhere">
        {event.runid ? <Link to={event.runid} query="tab=timeline">{what}</Link> : what}
        {about && (
          <span class="hint">
            {" "}
            <ShownText text={about} />
          </span>
        )}
      </span>
    </li>
  );
}
