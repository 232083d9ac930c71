import { useEffect, useRef } from "preact/hooks";
import { useFrame } from "../../shell/frame.ts";
import { Table } from "../table.tsx";
import type { Bars } from "./bars.ts";
import type { Plot } from "./plot.ts";

/** A picture of bars by day, with what it says in words and the table behind it. The library is read once one is shown. */
export function Chart({ label, summary, days, series, format }: Bars & { label: string; summary: string }) {
  const { preferences: { theme, contrast } } = useFrame();
  const place = useRef<HTMLDivElement>(null);
  const drawn = JSON.stringify([days, series, theme.value, contrast.value]);
  useEffect(() => {
    const element = place.current!;
    let plot: Plot | null = null;
    let gone = false;
    const observer = new ResizeObserver(() => plot?.resize(element.clientWidth));
    import("./plot.ts").then(({ drawBars }) => {
      if (gone) return;
      plot = drawBars(element, { days, series, format });
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
            { head: "Day", cell: ({ day }) => day },
            ...series.map(({ name, values }) => ({
              head: name,
              number: true,
              cell: ({ at }: { at: number }) => format(values[at] ?? 0),
            })),
          ]}
          items={days.map((day, at) => ({ id: day, day, at })).toReversed()}
        />
      </details>
    </figure>
  );
}
