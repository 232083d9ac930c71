import { useEffect } from "preact/hooks";
import { Banner } from "../../../kit/banner.tsx";
import { anyOf, FilterSelect } from "../../../kit/forms/select.tsx";
import { Segments } from "../../../kit/forms/segments.tsx";
import { counted } from "../../../../client/words.ts";
import { useQuery } from "../../../shell/mod.ts";
import { hasEnded } from "../../types.ts";
import type { RunStore } from "../state/store.ts";
import { focusSlider, MomentSlider } from "../moment/slider.tsx";
import { MomentView } from "../moment/view.tsx";
import { CompactEvents, JsonEvents } from "./events.tsx";
import { eventFilterOf, kindOf, problemOf } from "../state/filter.ts";
import { Waterfall } from "./waterfall.tsx";

type View = "waterfall" | "compact" | "json";

const VIEWS: readonly { value: View; label: string }[] = [
  { value: "waterfall", label: "Waterfall" },
  { value: "compact", label: "Compact" },
  { value: "json", label: "JSON" },
];

/** The events of a run, with a slider that shows the run as it was after one of them. */
export function TimelineTab({ store }: { store: RunStore }) {
  return (
    <>
      <MomentSlider store={store} />
      {store.moment.at.value === null ? <Events store={store} /> : <MomentView moment={store.moment} />}
    </>
  );
}

/** The events in one of three views with a shared filter. */
function Events({ store }: { store: RunStore }) {
  const { timeline } = store;
  const [query, change] = useQuery();
  const filter = eventFilterOf(query);
  useEffect(() => {
    timeline.filter.value = filter;
  }, [filter.text, filter.kind, filter.taskSession]);
  const view = VIEWS.find(({ value }) => value === query.view)?.value ?? "waterfall";
  const selected = query.event === undefined ? null : Number(query.event);
  const kinds = [...new Set(timeline.events.value.map(kindOf))].sort();
  const sessions = store.workspace.value.value?.taskSessions ?? [];
  const run = store.run.value;
  const problem = timeline.problem.value ?? problemOf(filter.text);
  const shown = timeline.shown.value;
  const follow = run !== null && !hasEnded(run);
  return (
    <>
      <search class="filter-bar">
        <input
          class="input filter-search"
          type="search"
          aria-label="Filter the events"
          placeholder="Words, or /a pattern/"
          value={filter.text}
          onInput={(event) => change({ events: event.currentTarget.value })}
        />
        <FilterSelect
          label="Kind of event"
          options={anyOf("All kinds", kinds)}
          value={filter.kind}
          onChange={(kind) => change({ kind })}
        />
        <FilterSelect
          label="Task"
          options={[
            { value: "", label: "All tasks" },
            ...sessions.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={filter.taskSession}
          onChange={(task) => change({ task })}
        />
        <span class="grow" />
        <Segments
          label="View"
          options={VIEWS}
          value={view}
          onChange={(next) => change({ view: next, event: null })}
        />
      </search>
      {problem && <Banner tone="warning">{problem}</Banner>}
      <p class="hint small" role="status">
        {shown.length === timeline.events.value.length
          ? counted(shown.length, "event")
          : `${shown.length.toLocaleString("en")} of ${counted(timeline.events.value.length, "event")}`}
        {timeline.loading.value && timeline.events.value.length < timeline.total.value &&
          `, reading ${timeline.total.value.toLocaleString("en")} …`}
      </p>
      {view === "waterfall"
        ? (
          <Waterfall
            timeline={timeline}
            onSelect={(sequence) => change({ view: "compact", event: String(sequence) })}
          />
        )
        : view === "compact"
        ? (
          <CompactEvents
            key={selected ?? ""}
            events={shown}
            selected={selected}
            follow={follow}
            onMoment={(sequence) => {
              change({ at: String(sequence) });
              focusSlider();
            }}
          />
        )
        : <JsonEvents events={shown} selected={selected} follow={follow} />}
    </>
  );
}
