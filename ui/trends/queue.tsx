import { Chart } from "../kit/chart/chart.tsx";
import { Panel } from "../kit/panel.tsx";
import { useResource } from "../shell/mod.ts";
import type { QueueOverTime } from "./types.ts";

const amount = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 2 });

/** A chart of the queued, running and waiting runs in each of the last 48 hours. */
export function QueuePicture() {
  const queue = useResource(({ call }) => call("GET /trends/queue"), ({ type }) => MOVES.test(type));
  const value = queue.value.value;
  return value && <Drawn hours={value.hours} />;
}

const MOVES = /^run\.(?:created|queued|started|waiting|paused|resumed|completed|failed|cancelled)$/;

function Drawn({ hours }: QueueOverTime) {
  const most = Math.max(...hours.map(({ queued }) => queued));
  return (
    <Panel title="Queue">
      <Chart
        label="Runs at work, waiting and queued, on average in each hour"
        summary={most === 0
          ? "No run had to queue in 48 hours."
          : `At most ${amount(most)} queued on average in an hour, in 48 hours.`}
        times={hours.map(({ hour }) => hour)}
        by="hour"
        series={[
          { name: "running", values: hours.map(({ running }) => running), tone: "good", filling: "solid" },
          {
            name: "waiting",
            values: hours.map(({ waiting }) => waiting),
            tone: "accent",
            filling: "hatched",
          },
          {
            name: "queued",
            values: hours.map(({ queued }) => queued),
            tone: "text-muted",
            filling: "hollow",
          },
        ]}
        format={amount}
      />
    </Panel>
  );
}
