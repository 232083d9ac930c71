import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Badge, type Tone } from "../../../kit/badge.tsx";
import { Button } from "../../../kit/button.tsx";
import { EmptyState } from "../../../kit/empty_state.tsx";
import { Clock } from "../../../kit/text/time.tsx";
import { type VirtualHandle, VirtualList } from "../../../kit/lists/virtual_list.tsx";
import type { TraceEvent } from "../../types.ts";
import { ShownLines } from "../../../kit/text/shown_text.tsx";

const HEIGHT = "min(64dvh, 720px)";

/** The properties of both lists of events; `follow` scrolls to new events. */
type Props = { events: readonly TraceEvent[]; selected: number | null; follow: boolean };

/** The list of events; each can be expanded to all its data. */
export function CompactEvents(
  { events, selected, follow, onMoment }: Props & { onMoment: (sequence: number) => void },
) {
  const opened = useSignal<ReadonlySet<number>>(new Set(selected === null ? [] : [selected]));
  const handle = useSelected(events, selected);
  if (events.length === 0) return <NoEvents />;
  const toggle = (sequence: number) => {
    const next = new Set(opened.value);
    if (!next.delete(sequence)) next.add(sequence);
    opened.value = next;
  };
  return (
    <VirtualList
      count={events.length}
      keyOf={(i) => events[i]!.id}
      estimate={31}
      label="Events"
      height={HEIGHT}
      follow={follow && selected === null}
      handle={handle}
    >
      {(i) => {
        const event = events[i]!;
        const open = opened.value.has(event.sequence);
        return (
          <div class={event.sequence === selected ? "event event-selected" : "event"}>
            <button
              type="button"
              class="event-line"
              aria-expanded={open ? "true" : "false"}
              onClick={() => toggle(event.sequence)}
            >
              <span class="hint small mono">
                <Clock at={event.at} />
              </span>
              <Badge tone={toneOf(event)}>{event.type}</Badge>
              <ShownLines as="span" class="one-line grow" text={event.summary} />
              <span class="hint small numbers">{event.sequence}</span>
            </button>
            {open && (
              <>
                <pre class="code code-wrap event-data"><ShownLines text={printed(event)} /></pre>
                <Button small onPress={() => onMoment(event.sequence)}>Show the run as it was then</Button>
              </>
            )}
          </div>
        );
      }}
    </VirtualList>
  );
}

/** The events as JSON, as in the log. */
export function JsonEvents({ events, selected, follow }: Props) {
  const handle = useSelected(events, selected);
  if (events.length === 0) return <NoEvents />;
  return (
    <VirtualList
      count={events.length}
      keyOf={(i) => events[i]!.id}
      estimate={190}
      label="Events as JSON"
      height={HEIGHT}
      follow={follow && selected === null}
      handle={handle}
    >
      {(i) => <pre class="code code-wrap event-json"><ShownLines text={printed(events[i]!)} /></pre>}
    </VirtualList>
  );
}

const printed = (event: TraceEvent): string => JSON.stringify(event, null, 2);

/** Scrolls to the event in the address once it is loaded. */
function useSelected(events: readonly TraceEvent[], selected: number | null) {
  const handle = useRef<VirtualHandle | null>(null);
  const done = useRef<number | null>(null);
  useEffect(() => {
    if (selected === null || done.current === selected) return;
    const at = events.findIndex(({ sequence }) => sequence === selected);
    if (at < 0) return;
    done.current = selected;
    handle.current?.scrollTo(at);
  }, [selected, events.length]);
  return handle;
}

function NoEvents() {
  return (
    <EmptyState title="No events match">
      <p>Remove a word from the filter, or show all kinds.</p>
    </EmptyState>
  );
}

/** Returns the tone of an event by its type. */
function toneOf({ type }: TraceEvent): Tone {
  if (/failed|rejected|expired|stale|warning/.test(type)) return "bad";
  if (/waiting|paused|requested|escalated|blocked|cancelled/.test(type)) return "warning";
  return /completed|applied|approved/.test(type) ? "good" : "neutral";
}
