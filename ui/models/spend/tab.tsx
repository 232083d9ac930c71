import { Badge, type Tone } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Fact, Panel } from "../../kit/panel.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { counted } from "../../../client/words.ts";
import { SpendPicture } from "../../trends/pictures.tsx";
import { useResource } from "../../shell/mod.ts";
import { dollars, type SpendStatus } from "../common/types.ts";

const TONES: Readonly<Record<SpendStatus["budgets"]["state"], Tone>> = {
  none: "neutral",
  ok: "good",
  warned: "warning",
  exhausted: "bad",
};

/** The costs of today, and the budgets. */
export function SpendTab() {
  const status = useResource(
    ({ call }) => call("GET /control-plane/status"),
    ({ type }) => /^(?:model|budget|run)\./.test(type),
  );
  return (
    <ResourceView resource={status} lines={4}>
      {({ spend }) => (
        <>
          <div class="columns">
            <Today spend={spend} />
            <Budgets spend={spend} />
          </div>
          <SpendPicture />
          <ByProvider spend={spend} />
        </>
      )}
    </ResourceView>
  );
}

function Today({ spend: { day, today } }: { spend: SpendStatus }) {
  return (
    <Panel title="Today">
      <p class="amount">{dollars(today.costUsd)}</p>
      <p class="hint">
        {day}, in UTC. {counted(today.calls, "call")}, {today.failedCalls} of them failed.
      </p>
      {today.unknownCalls > today.lostCalls && (
        <Banner tone="warning">
          {counted(today.unknownCalls - today.lostCalls, "call")} without a known price: not included.
        </Banner>
      )}
      {today.lostCalls > 0 && (
        <Banner tone="warning">
          {counted(today.lostCalls, "call")} stopped before the end, of unknown cost: at most{" "}
          {dollars(today.lostUsd)} of the budget is kept for that until tomorrow (UTC).
        </Banner>
      )}
      <dl class="facts">
        <Fact name="Tokens">
          {today.inputTokens.toLocaleString("en")} in, {today.outputTokens.toLocaleString("en")} out
        </Fact>
        <Fact name="In progress">
          {today.openCalls > 0 &&
            `${counted(today.openCalls, "call")}, at most ${dollars(today.reservedUsd - today.lostUsd)}`}
        </Fact>
      </dl>
    </Panel>
  );
}

function Budgets({ spend: { budgets, today } }: { spend: SpendStatus }) {
  const { perDayUsd, perRunUsd, leftTodayUsd } = budgets;
  return (
    <Panel title="Budgets" actions={<Badge tone={TONES[budgets.state]}>{budgets.state}</Badge>}>
      {perDayUsd !== null && (
        <meter
          class="meter"
          min={0}
          max={perDayUsd}
          value={today.costUsd}
          aria-label="Share of the daily budget"
        />
      )}
      <dl class="facts">
        <Fact name="Per day">{perDayUsd === null ? "no limit" : dollars(perDayUsd)}</Fact>
        <Fact name="Left today">{leftTodayUsd === null ? null : dollars(leftTodayUsd)}</Fact>
        <Fact name="Per run">{perRunUsd === null ? "no limit" : dollars(perRunUsd)}</Fact>
        <Fact name="Unknown cost">
          {budgets.unknownCost === "refuse" ? "calls are refused" : "calls cause a warning"}
        </Fact>
      </dl>
    </Panel>
  );
}

function ByProvider({ spend: { byProvider } }: { spend: SpendStatus }) {
  if (byProvider.length === 0) return <p class="hint">No model calls today.</p>;
  return <Table label="By provider" class="panel" columns={COLUMNS} items={byProvider} />;
}

const COLUMNS: readonly Column<SpendStatus["byProvider"][number]>[] = [
  { head: "Provider", cell: ({ id }) => id },
  { head: "Calls", number: true, cell: ({ calls }) => calls },
  { head: "Failed", number: true, cell: ({ failedCalls }) => failedCalls },
  { head: "Tokens in", number: true, cell: ({ inputTokens }) => inputTokens.toLocaleString("en") },
  { head: "Tokens out", number: true, cell: ({ outputTokens }) => outputTokens.toLocaleString("en") },
  {
    head: "Cost",
    number: true,
    cell: ({ costUsd, unknownCalls }) => (
      <>
        {dollars(costUsd)}
        {unknownCalls > 0 && ` and ${unknownCalls} unknown`}
      </>
    ),
  },
];
