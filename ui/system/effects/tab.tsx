import { useSignal } from "@preact/signals";
import { counted } from "../../../client/words.ts";
import { Badge, type Tone } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Time } from "../../kit/text/time.tsx";
import { useChoice, useResource } from "../../shell/mod.ts";
import type { EffectList } from "../common/types.ts";
import { SettleDialog } from "./settle_dialog.tsx";

type ShownEffect = EffectList["items"][number];

const SHOWN = [
  { value: "all", label: "All" },
  { value: "uncertain", label: "Uncertain" },
] as const;

const STATES: Readonly<Record<ShownEffect["state"], { tone: Tone; words: string }>> = {
  intended: { tone: "neutral", words: "about to start" },
  begun: { tone: "info", words: "in progress" },
  waiting: { tone: "warning", words: "failed, will be retried" },
  done: { tone: "good", words: "done" },
  not_done: { tone: "neutral", words: "not done" },
  uncertain: { tone: "bad", words: "uncertain" },
};

/** The subjects of events that change an effect. */
const OF_EFFECTS =
  /^(?:alert_hook|approval|connector_action|effect|financelink_item|oauth_account|planner_action|planner_draft|run)\//;

const LIMIT = 100;

const columns = (onSettle: (effect: ShownEffect) => void): readonly Column<ShownEffect>[] => [
  { head: "Last change", cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  { head: "What", cell: ({ title, repeats }) => <span title={repeats}>{title}</span> },
  {
    head: "Result",
    cell: ({ state, settled }) => (
      <Badge tone={STATES[state].tone} dot>
        {STATES[state].words}
        {settled && ", by a person"}
      </Badge>
    ),
  },
  {
    head: "Detail",
    class: "wrap-anywhere",
    cell: ({ detail, runId, state, repeats }) => (
      <div>
        {detail && <ShownText text={detail} />}
        {state === "uncertain" && <div class="hint small">It may have happened. {repeats}</div>}
        {runId && (
          <div class="small">
            <a href={`/dashboard/runs/${runId}`}>Run</a>
          </div>
        )}
      </div>
    ),
  },
  {
    head: "Action",
    cell: (effect) =>
      effect.state === "uncertain" && <Button onPress={() => onSettle(effect)}>Settle …</Button>,
  },
];

/** What this service did outside, newest first; what is uncertain is settled here by a person. */
export function EffectsTab() {
  const [shown, setShown] = useChoice("shown", SHOWN, "all");
  const settling = useSignal<ShownEffect | null>(null);
  const effects = useResource(
    ({ call }) =>
      call("GET /control-plane/effects", {
        query: { limit: LIMIT, ...(shown === "uncertain" && { state: "uncertain" as const }) },
      }),
    ({ subject }) => OF_EFFECTS.test(subject),
    shown,
  );
  return (
    <>
      <div class="filters">
        <Segments label="Effects" options={SHOWN} value={shown} onChange={setShown} />
      </div>
      <p class="hint">
        Everything this service changed outside of its own log: patches, calendars, mail, accounts and alerts.
      </p>
      <ResourceView resource={effects} lines={6}>
        {({ items, uncertain }) =>
          items.length === 0
            ? (
              <EmptyState title={shown === "all" ? "Nothing yet" : "Nothing is uncertain"}>
                <p>An effect is uncertain when the service cannot find out whether it happened.</p>
              </EmptyState>
            )
            : (
              <>
                {uncertain > 0 && (
                  <p role="status">
                    {counted(uncertain, "effect")} uncertain: say what became of it.
                  </p>
                )}
                <Table
                  label="Effects"
                  columns={columns((effect) => settling.value = effect)}
                  items={items}
                />
                {items.length === LIMIT && (
                  <p class="hint">
                    The newest {LIMIT}. The rest: <code>agent-harness effects list --offset {LIMIT}</code>
                  </p>
                )}
              </>
            )}
      </ResourceView>
      {settling.value && (
        <SettleDialog
          effect={settling.value}
          onClose={() => settling.value = null}
          onDone={() => {
            settling.value = null;
            void effects.refresh();
          }}
        />
      )}
    </>
  );
}
