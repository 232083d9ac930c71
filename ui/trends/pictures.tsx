import type { ComponentChildren } from "preact";
import { isRunEnd } from "../../store/shared/run_states.ts";
import { Chart } from "../kit/chart/chart.tsx";
import { Panel } from "../kit/panel.tsx";
import { type Column, Table } from "../kit/lists/table.tsx";
import { baseName, counted, duration } from "../../client/words.ts";
import { useResource } from "../shell/mod.ts";
import type { TrendName, Trends } from "./types.ts";

const whole = (value: number): string => Number.isInteger(value) ? value.toLocaleString("en") : "";
const sum = (values: readonly number[]): number => values.reduce((before, value) => before + value, 0);

/** Renders charts once their data is loaded; it is read again after each run. */
function Last30({ children }: { children: (trends: Trends) => ComponentChildren }) {
  const trends = useResource(
    ({ call }) => call("GET /trends"),
    ({ type }) => isRunEnd(type) || type === "run.resumed" || type === "model.completed",
  );
  const value = trends.value.value;
  return value && <>{children(value)}</>;
}

/** Charts of how runs ended, and how long they waited for a person. */
export const RunPictures = () => (
  <Last30>
    {({ days }) => {
      const series = (name: "completed" | "failed" | "rejected" | "cancelled") =>
        days.map((day) => day[name]);
      const [completed, failed] = [sum(series("completed")), sum(series("failed"))];
      const waits = sum(days.map((day) => day.waits));
      const waited = sum(days.map((day) => day.waitedMilliseconds));
      return (
        <div class="columns">
          <Panel title="Runs per day">
            <Chart
              label="Runs per day, by outcome"
              summary={`${counted(completed, "run")} completed, ${
                failed.toLocaleString("en")
              } failed in 30 days.`}
              times={days.map(({ day }) => day)}
              series={[
                { name: "completed", values: series("completed"), tone: "good", filling: "solid" },
                { name: "failed", values: series("failed"), tone: "bad", filling: "hatched" },
                { name: "rejected", values: series("rejected"), tone: "text-muted", filling: "solid" },
                { name: "cancelled", values: series("cancelled"), tone: "text-muted", filling: "hollow" },
              ]}
              format={whole}
            />
          </Panel>
          <Panel title="Time waiting for you">
            <Chart
              label="Time that runs waited for a person, by the day the wait began"
              summary={waits === 0
                ? "Nothing waited."
                : `${counted(waits, "wait")}, ${duration(waited / waits)} each on average.`}
              times={days.map(({ day }) => day)}
              series={[{
                name: "waited",
                values: days.map((day) => day.waitedMilliseconds),
                tone: "accent",
                filling: "solid",
              }]}
              format={(value) => value === 0 ? "0" : duration(value)}
            />
          </Panel>
        </div>
      );
    }}
  </Last30>
);

/** A chart of the use of models, in money, or in tokens if no price is known. */
export const SpendPicture = () => (
  <Last30>
    {({ days }) => {
      const cost = sum(days.map(({ costUsd }) => costUsd));
      const tokens = sum(days.map((day) => day.tokens));
      const unknown = sum(days.map(({ unknownCalls }) => unknownCalls));
      const inMoney = cost > 0;
      return (
        <Panel title={inMoney ? "Spend in 30 days" : "Tokens in 30 days"}>
          <Chart
            label={inMoney ? "Dollars per day" : "Tokens per day"}
            summary={`${inMoney ? `$${cost.toFixed(2)} and ` : ""}${tokens.toLocaleString("en")} tokens${
              unknown > 0 ? `; ${counted(unknown, "call")} without a known price not included` : ""
            }.`}
            times={days.map(({ day }) => day)}
            series={[{
              name: inMoney ? "dollars" : "tokens",
              values: days.map((day) => inMoney ? day.costUsd : day.tokens),
              tone: "accent",
              filling: "solid",
            }]}
            format={(value) => inMoney ? `$${value.toFixed(2)}` : value.toLocaleString("en")}
          />
        </Panel>
      );
    }}
  </Last30>
);

/** Charts of the time that verifying took, and of the results by worker and by repository. */
export const WorkPictures = () => (
  <Last30>
    {({ days, workers, repositories }) => {
      const average = days.map(({ verifications, verifierMilliseconds }) =>
        verifications === 0 ? 0 : verifierMilliseconds / verifications
      );
      const all = sum(days.map(({ verifications }) => verifications));
      return (
        <>
          <Panel title="Verifying">
            <Chart
              label="Average duration of a verification, per day"
              summary={`${counted(all, "verification")} in 30 days.`}
              times={days.map(({ day }) => day)}
              series={[{ name: "on average", values: average, tone: "accent", filling: "solid" }]}
              format={(value) => value === 0 ? "0" : duration(value)}
            />
          </Panel>
          <div class="columns">
            <Names title="By worker, 30 days" names={workers} />
            <Names title="By repository, 30 days" names={repositories} />
          </div>
        </>
      );
    }}
  </Last30>
);

function Names({ title, names }: { title: string; names: readonly TrendName[] }) {
  return (
    <Panel title={title} flush>
      {names.length === 0
        ? <p class="panel-body hint">No finished runs.</p>
        : <Table label={title} columns={COLUMNS} items={named(names)} />}
    </Panel>
  );
}

const share = (part: number, of: number): string => of === 0 ? "–" : `${Math.round(100 * part / of)} %`;

const ended = ({ completed, failed, rejected, cancelled }: TrendName): number =>
  completed + failed + rejected + cancelled;

type Named = TrendName & { id: string; shown: string };

/** Returns the names as they are shown: the last part of a path, or the last two where several end alike. */
const named = (names: readonly TrendName[]): Named[] =>
  names.map((each) => {
    const short = baseName(each.name);
    const isOne = names.filter(({ name }) => baseName(name) === short).length === 1;
    const shown = isOne ? short : each.name.split("/").slice(-2).join("/");
    return { ...each, id: each.name, shown: shown || "none" };
  });

const COLUMNS: readonly Column<Named>[] = [
  { head: "Name", cell: ({ name, shown }) => <span title={name}>{shown}</span> },
  { head: "Ended", number: true, cell: (name) => ended(name) },
  {
    head: "Completed",
    number: true,
    cell: ({ completed, failed }) => (
      <>
        <meter
          class="meter"
          min={0}
          max={Math.max(1, completed + failed)}
          value={completed}
          aria-hidden="true"
        />{" "}
        {share(completed, completed + failed)}
      </>
    ),
  },
  {
    head: "Sent back",
    number: true,
    cell: (name) => share(name.reworked, ended(name)),
  },
];
