/** One value of a metric, with the labels that tell it from the others. */
type Sample = { labels?: Readonly<Record<string, string>>; value: number };

/** A metric: all samples of one name. A histogram has the durations of each set of labels. */
export type Metric =
  & { name: string; help: string }
  & (
    | { type: "counter" | "gauge"; samples: readonly Sample[] }
    | { type: "histogram"; samples: readonly { labels?: Sample["labels"]; durations: Durations }[] }
  );

/** The bounds of the buckets, in seconds; the last one counts everything. */
const BOUNDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 600, Infinity];

/** How long something took, counted in a fixed number of buckets: it never grows. */
export class Durations {
  readonly #counts = BOUNDS.map(() => 0);
  #sum = 0;

  observe(seconds: number): void {
    this.#counts[BOUNDS.findIndex((bound) => seconds <= bound)]! += 1;
    this.#sum += seconds;
  }

  /** Returns the sum, and for each bound how many took at most so long. */
  read(): { sum: number; buckets: { bound: number; count: number }[] } {
    let count = 0;
    return {
      sum: this.#sum,
      buckets: BOUNDS.map((bound, at) => ({ bound, count: count += this.#counts[at]! })),
    };
  }
}

/** Returns metrics in Prometheus' text format 0.0.4. */
export const expositionOf = (metrics: readonly Metric[]): string =>
  metrics.flatMap((metric) => [
    `# HELP ${metric.name} ${metric.help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
    `# TYPE ${metric.name} ${metric.type}`,
    ...metric.type === "histogram"
      ? metric.samples.flatMap(({ labels, durations }) => histogramLines(metric.name, labels, durations))
      : metric.samples.map(({ labels, value }) => line(metric.name, labels, value)),
  ]).map((text) => `${text}\n`).join("");

function histogramLines(name: string, labels: Sample["labels"], durations: Durations): string[] {
  const { sum, buckets } = durations.read();
  return [
    ...buckets.map(({ bound, count }) =>
      line(`${name}_bucket`, { ...labels, le: bound === Infinity ? "+Inf" : String(bound) }, count)
    ),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, buckets.at(-1)!.count),
  ];
}

function line(name: string, labels: Sample["labels"] = {}, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

const escaped = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
