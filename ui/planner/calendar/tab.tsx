import { useSignal } from "@preact/signals";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { Time, useClock } from "../../kit/text/time.tsx";
import { useChoice, useLive, usePageStore, useQuery, useShortcuts } from "../../shell/mod.ts";
import { Brief } from "./brief.tsx";
import { isDate, wallAt } from "../common/days.ts";
import { ExportButton } from "../common/export_button.tsx";
import { isOfPlanner, PLANNER_PATH } from "../common/types.ts";
import { Agenda } from "./agenda.tsx";
import type { Block } from "./blocks.ts";
import { DetailDialog } from "./detail_dialog.tsx";
import { Layers, shownBlocks, useLayers } from "./layers.tsx";
import { Month } from "./month.tsx";
import { type CalendarContent, createCalendar } from "./store.ts";
import { TimeGrid } from "./time_grid.tsx";
import { useWhen } from "./use_when.tsx";
import { spanWords, step, VIEWS } from "./views.ts";

const MOVES_BLOCKS =
  /^(?:run\.(?:created|queued|started|completed|failed|cancelled|deleted)|approval\.|automation\.)/;

/** The calendar by day, week, month or as a list. The address contains the view and the date. */
export function CalendarTab() {
  const calendar = usePageStore(createCalendar);
  const [query, setQuery] = useQuery();
  const opened = useSignal<Block | null>(null);
  const [view, setView] = useChoice("view", VIEWS, "week");
  const date = isDate(query.date ?? "") ? query.date! : null;
  const shown = calendar.value.value;
  const today = wallAt(useClock().value, shown?.timeZone ?? "UTC").date;
  useLive(
    (event) => isOfPlanner(event) || MOVES_BLOCKS.test(event.type),
    () => void calendar.show({ view, date }),
    `${view} ${date} ${today}`,
  );
  const layers = useLayers();
  const when = useWhen(shown ?? null);
  const goTo = (to: string | null) => setQuery({ date: to });
  const move = (direction: 1 | -1) => shown && goTo(step(view, date ?? shown.today, direction));
  useShortcuts([
    { keys: "n", does: "New event", group: "Planner", run: () => when?.onNew() },
    { keys: "t", does: "Today", group: "Planner", run: () => goTo(null) },
    { keys: "[", does: "Before", group: "Planner", run: () => move(-1) },
    { keys: "]", does: "After", group: "Planner", run: () => move(1) },
    ...VIEWS.map(({ value, label }, i) => ({
      keys: String(i + 1),
      does: label,
      group: "Planner",
      run: () => setView(value),
    })),
  ]);
  const onDay = (day: string) => setQuery({ view: "day", date: day });
  // A block of several runs or automations opens the list.
  const onOpen = (block: Block) => {
    if (block.kind === "event" || block.kind === "task" || block.kind === "due") opened.value = block;
    else setQuery({ view: "agenda", date: block.first });
  };
  return (
    <>
      <div class="list-bar cal-bar">
        <span class="row">
          <Button small onPress={() => move(-1)} label="Before">‹</Button>
          <Button small onPress={() => goTo(null)}>Today</Button>
          <Button small onPress={() => move(1)} label="After">›</Button>
        </span>
        <h2 class="cal-span" aria-live="polite">
          {shown ? spanWords(shown.view, shown.date, shown.days) : "…"}
        </h2>
        {shown && <span class="hint small">{shown.timeZone}</span>}
        <span class="grow" />
        <Segments label="View" options={VIEWS} value={view} onChange={setView} />
        {when && <Button small onPress={when.onNew}>New event</Button>}
        {shown && <ExportButton of={{ from: shown.days[0]!, to: shown.days.at(-1)! }} what="these days" />}
      </div>
      <ResourceView resource={calendar} lines={8}>
        {(all) => {
          const shown = { ...all, blocks: shownBlocks(all.blocks, layers) };
          return (
            <>
              <Notes shown={shown} />
              <div class="cal-about">
                {shown.days.includes(shown.today) && shown.view !== "month" && <Brief shown={shown} />}
                <Layers layers={layers} />
              </div>
              <ViewOf
                shown={shown}
                onOpen={onOpen}
                onDay={onDay}
                when={when}
              />
            </>
          );
        }}
      </ResourceView>
      {opened.value && (
        <DetailDialog
          block={opened.value}
          onWhen={when && ((block) => {
            opened.value = null;
            when.onAsk(block);
          })}
          onClose={() => opened.value = null}
        />
      )}
      {when?.dialogs}
    </>
  );
}

function ViewOf({ shown, ...rest }: {
  shown: CalendarContent;
  onOpen: (block: Block) => void;
  onDay: (date: string) => void;
  when: ReturnType<typeof useWhen>;
}) {
  if (shown.view === "month") return <Month shown={shown} onOpen={rest.onOpen} onDay={rest.onDay} />;
  if (shown.view === "agenda") return <Agenda shown={shown} onOpen={rest.onOpen} onDay={rest.onDay} />;
  return <TimeGrid shown={shown} {...rest} />;
}

/** The limits of the calendar: missing sources, and sources that may be out of date. */
function Notes({ shown }: { shown: CalendarContent }) {
  return (
    <>
      {!shown.hasSources && (
        <Banner tone="info">
          No calendar is set up yet, so only your tasks and runs are shown.{" "}
          <a href={`${PLANNER_PATH}?tab=sources`}>Add a calendar</a>
        </Banner>
      )}
      {shown.stale.map(({ id, label, lastSuccessAt }) => (
        <Banner key={id} tone="warning">
          {label} could not be read {lastSuccessAt === null ? "yet" : (
            <>
              since it was <Time at={lastSuccessAt} />
            </>
          )}. Its items are marked as stale. <a href={`${PLANNER_PATH}?tab=sources`}>See why</a>
        </Banner>
      ))}
    </>
  );
}
