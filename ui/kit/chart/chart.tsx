import { useEffect, useRef } from "preact/hooks";
import { Table } from "../lists/table.tsx";
import { useAppearance } from "./appearance.ts";
import { type Bars, tableName } from "./bars.ts";
import type { Plot } from "./plot.ts";

/** A bar chart by day or hour, with a description and its data as a table. The library is loaded with the first chart. */
export function Chart(
  { label, summary, times, by = "day", series, format }: Bars & { label: string; summary: string },
) {
  const { theme, contrast } = useAppearance();
  const place = useRef<HTMLDivElement>(null);
  const drawn = JSON.stringify([times, series, theme.value, contrast.value]);
  useEffect(() => {
    const element = place.current!;
    let plot: Plot | null = null;
    let gone = false;
    const observer = new ResizeObserver(() => plot?.resize(element.clientWidth));
    import("./plot.ts").then(({ drawBars }) => {
      if (gone) return;
      plot = drawBars(element, { times, by, series, format });
      observer.observe(element);
    }, () => {});
    return () => {
      gone = true;
      observer.disconnect();
      plot?.destroy();
    };
  }, [drawn]);
  return (
    <figure class="chart">
      <div ref={place} class="chart-place" role="img" aria-label={`${label}. ${summary}`} />
      <figcaption class="row small hint">
        {series.length > 1 && series.map(({ name, tone, filling }) => (
          <span key={name} class="chart-key">
            <span class={`chart-mark is-${filling}`} style={{ color: `var(--${tone})` }} /> {name}
          </span>
        ))}
        <span>{summary}</span>
      </figcaption>
      <details>
        <summary class="small">As a table</summary>
        <Table
          label={label}
          columns={[
            {
              head: by === "day" ? "Day" : "Hour",
              cell: ({ time }) => tableName(time, by),
            },
            ...series.map(({ name, values }) => ({
              head: name,
              number: true,
              cell: ({ at }: { at: number }) => format(values[at] ?? 0),
            })),
          ]}
          items={times.map((time, at) => ({ id: time, time, at })).toReversed()}
        />
      </details>
    </figure>
  );
}
