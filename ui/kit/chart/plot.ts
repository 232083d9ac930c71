import "./language.ts";
import uPlot from "uplot";
import { axisName, type Bars, type BarSeries } from "./bars.ts";

/** A rendered chart. */
export type Plot = { resize: (width: number) => void; destroy: () => void };

const HEIGHT = 160;
const LABEL_WIDTH = 100;
const AXIS_FONT = "12px system-ui";

/** Draws stacked bars by day or hour. Series differ in their pattern as well as in their colour. */
export function drawBars(place: HTMLElement, { times, by = "day", series, format }: Bars): Plot {
  const stacked = stack(series);
  const muted = colourOf(place, "--text-muted");
  const grid = { stroke: colourOf(place, "--border"), width: 1 };
  const axis = { stroke: muted, grid, ticks: { show: false }, font: AXIS_FONT };
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      padding: [null, LABEL_WIDTH / 3, null, null],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-0.6, times.length - 0.4] },
        y: { range: (_, __, most) => [0, Math.max(most, 1)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 24,
          splits: ({ width }) => {
            const every = Math.ceil(times.length / Math.min(5, Math.max(2, Math.floor(width / LABEL_WIDTH))));
            return times.map((_, i) => i).filter((i) => (times.length - 1 - i) % every === 0);
          },
          values: (_, at) => at.map((i) => times[i] === undefined ? "" : axisName(times[i], by)),
        },
        {
          ...axis,
          size: (_, values) => widthOf(values),
          space: 40,
          values: (_, at) => at.map((value) => format(value)),
        },
      ],
      // The highest first, because later ones are drawn in front.
      series: [
        {},
        ...stacked.map(({ tone, filling }) => {
          const colour = colourOf(place, `--${tone}`);
          return {
            stroke: colour,
            width: 1,
            fill: () => fillOf(colour, filling, colourOf(place, "--surface")),
            points: { show: false },
            paths: uPlot.paths.bars!({ size: [0.7, 28] }),
          };
        }),
      ],
    },
    [times.map((_, i) => i), ...stacked.map(({ tops }) => tops)],
    place,
  );
  return {
    resize: (width) => plot.setSize({ width, height: HEIGHT }),
    destroy: () => plot.destroy(),
  };
}

type Stacked = Omit<BarSeries, "values"> & { tops: (number | null)[] };

/** Returns each series with the tops of its bars, the highest first. Empty bars are omitted. */
function stack(series: readonly BarSeries[]): Stacked[] {
  const below = new Map<number, number>();
  return series.map(({ values, ...each }) => ({
    ...each,
    tops: values.map((value, i) => {
      const top = value + (below.get(i) ?? 0);
      below.set(i, top);
      return value === 0 ? null : top;
    }),
  })).reverse();
}

/** Returns a colour of the theme in a form that a canvas accepts. */
function colourOf(place: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const MIN_AXIS_WIDTH = 64;
const AXIS_GAP = 12;

/** Returns the room of an axis in which its longest label is not cut. */
function widthOf(labels: readonly string[] | null): number {
  const context = new OffscreenCanvas(1, 1).getContext("2d")!;
  context.font = AXIS_FONT;
  const widths = (labels ?? []).map((label) => context.measureText(label ?? "").width);
  return Math.max(MIN_AXIS_WIDTH, Math.ceil(Math.max(0, ...widths)) + AXIS_GAP);
}

const TILE = 6;

function fillOf(colour: string, filling: BarSeries["filling"], ground: string): string | CanvasPattern {
  if (filling === "solid") return colour;
  const tile = new OffscreenCanvas(TILE, TILE);
  const context = tile.getContext("2d")!;
  context.fillStyle = ground;
  context.fillRect(0, 0, TILE, TILE);
  if (filling === "hatched") {
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.beginPath();
    for (const shift of [-TILE, 0, TILE]) {
      context.moveTo(shift, TILE);
      context.lineTo(shift + TILE, 0);
    }
    context.stroke();
  }
  return context.createPattern(tile, "repeat")!;
}
