import { bundleOf } from "../../../client/patch.ts";
import { Link } from "../../kit/link.tsx";
import { useEffect, useRef } from "preact/hooks";
import { Badge } from "../../kit/badge.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { FilterSelect } from "../../kit/forms/select.tsx";
import { ListView } from "../../kit/lists/list_view.tsx";
import { Time } from "../../kit/text/time.tsx";
import { baseName, counted, firstLine } from "../../../client/words.ts";
import { SavedViews } from "../../saved_views/menu.tsx";
import { PageHead, useChoice, useLive, usePageStore, useShortcuts } from "../../shell/mod.ts";
import { QueueNote } from "../forecast/queue_note.tsx";
import { ForecastSummaries, useForecasts } from "../forecast/summaries.tsx";
import type { ShownForecast } from "../../../client/forecast_words.ts";
import { LineCounts } from "../review/diff/change_badge.tsx";
import { RiskBadge } from "../review/risk_badge.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { POLICY_WORDS } from "../model/policy_words.ts";
import type { QueueItem } from "../model/types.ts";
import { Picks, usePicks } from "./picks.tsx";
import { createQueueStore } from "./store.ts";
import { keysOf } from "../../../store/shared/records.ts";

const CLASSES = [
  { value: "", label: "All classes" },
  ...(keysOf(POLICY_WORDS))
    .map((value) => ({ value, label: `${value}: ${POLICY_WORDS[value].short}` })),
] as const;

/** The checkpoints that wait for a decision, what expires soonest first. */
export default function QueuePage() {
  const store = usePageStore(createQueueStore);
  const [policyClass, setPolicyClass] = useChoice("class", CLASSES, "");
  useLive(
    ({ type }) => /^(?:approval|run)\./.test(type),
    () => void store.list.show(policyClass),
    policyClass,
  );
  useShortcuts([
    { keys: "j", does: "Next checkpoint", group: "Move", run: () => store.move(1) },
    { keys: "k", does: "Previous checkpoint", group: "Move", run: () => store.move(-1) },
    { keys: "Enter", does: "Review it", group: "Move", run: () => store.open() },
  ]);
  const { forecasts } = useForecasts(store.list.items.value ?? []);
  const choose = (value: string) => setPolicyClass(CLASSES.find((each) => each.value === value)?.value ?? "");
  const filtered = policyClass !== "";
  // A class is one of checkpoints.
  const picks = usePicks().filter(() => !filtered);
  const pending = store.pending.value;
  return (
    <>
      <PageHead title="Approvals" actions={<SavedViews />}>
        {pending !== null && pending > 0 && (
          <p class="hint" role="status">
            {counted(pending, "checkpoint is waiting", "checkpoints are waiting")}{" "}
            for your decision, what expires soonest first.
          </p>
        )}
      </PageHead>
      <ForecastSummaries forecasts={forecasts.value} />
      <search class="filters">
        <FilterSelect label="Class" options={CLASSES} value={policyClass} onChange={choose} />
      </search>
      <Picks runs={picks} />
      <ListView
        list={store.list}
        lines={5}
        empty={picks.length === 0 && <NothingWaits filtered={filtered} />}
      >
        {(items) => <Waiting items={items} selected={store.selected.value} forecasts={forecasts.value} />}
      </ListView>
    </>
  );
}

function NothingWaits({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="Nothing of this class waits">
        <p>Choose all classes to see what else waits.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing to review">
      <p>
        When a run has a patch to write, or an agent wants to run a new command, it appears here for your
        decision.
      </p>
      <a class="button" href="/dashboard/runs">See the runs</a>
    </EmptyState>
  );
}

type Forecasts = { forecasts: readonly ShownForecast[] };

function Waiting(
  { items, selected, forecasts }: { items: readonly QueueItem[]; selected: number } & Forecasts,
) {
  return (
    <ul class="queue-items" aria-label="Waiting for a decision">
      {items.map((item, i) => (
        <QueueLine key={item.id} item={item} selected={i === selected} forecasts={forecasts} />
      ))}
    </ul>
  );
}

function QueueLine(
  { item: { id, approval, run }, selected, forecasts }: { item: QueueItem; selected: boolean } & Forecasts,
) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) line.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const bundle = bundleOf(approval);
  return (
    <li ref={line} class={selected ? "queue-item queue-item-selected" : "queue-item"}>
      <Link to={id} aria-current={selected ? "true" : undefined}>
        <ShownText as="span" class="queue-title" text={approval.title} />
        {run && !bundle && <ShownText as="span" class="hint one-line" text={firstLine(run.request)} />}
        <span class="row small">
          {run && <span class="hint">{baseName(run.repoPath)} #{run.number}</span>}
          <RiskBadge risk={approval.risk} />
          <Badge>{approval.policyClass}</Badge>
          {bundle && (
            <>
              <span>{counted(bundle.stats.files, "file")}</span>
              <LineCounts file={{ ...bundle.stats, binary: false }} />
              <QueueNote id={id} forecasts={forecasts} />
            </>
          )}
          <span class="hint">
            asked <Time at={approval.requestedAt} />, advice: {approval.recommendedAction}
          </span>
        </span>
      </Link>
    </li>
  );
}
