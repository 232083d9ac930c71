/** A node of the drawing, which may depend on others. */
export type Drawable = {
  id: string;
  dependsOn: readonly string[];
  status?: string | null;
  /** What is done again after it: it gets a line back to each. */
  repeats?: readonly string[];
};

/** Whether an item is to the right of what it depends on, or below it. */
export type Direction = "right" | "down";

/** The position of an item in the drawing, in pixels. */
type PlacedItem<Item> = { item: Item; x: number; y: number };

/** A line from an item to a dependent one, or back to one that is done again, as an SVG path. */
type Edge = { id: string; path: string; done: boolean; back: boolean };

/** The layout of items, layer by layer, each after its dependencies. */
type Graph<Item> = {
  items: readonly PlacedItem<Item>[];
  edges: readonly Edge[];
  width: number;
  height: number;
};

/** The width of an item in the drawing, in pixels. */
export const ITEM_WIDTH = 220;

/** The height of an item in the drawing, in pixels. */
export const ITEM_HEIGHT = 56;

/** Between layers, and between the items of a layer. */
const LAYER_GAP = 56;
const ROW_GAP = 28;

/** How far a line back is from the items that it passes. */
const BACK_DISTANCE = 16;

/** Returns the layout of items. Within a layer, items are near their dependencies, so that few lines cross. */
export function layOut<Item extends Drawable>(
  all: readonly Item[],
  direction: Direction = "right",
): Graph<Item> {
  const byId = new Map(all.map((item) => [item.id, item]));
  const layers = layersOf(all, byId);
  const rows = new Map<string, number>();
  for (const layer of layers) {
    const wanted = (item: Item) => {
      const above = item.dependsOn.flatMap((id) => rows.get(id) ?? []);
      return above.length === 0
        ? all.indexOf(item) / all.length
        : above.reduce((a, b) => a + b) / above.length;
    };
    layer.toSorted((a, b) => wanted(a) - wanted(b)).forEach((item, row) => rows.set(item.id, row));
  }
  const [along, across] = direction === "right" ? [ITEM_WIDTH, ITEM_HEIGHT] : [ITEM_HEIGHT, ITEM_WIDTH];
  const items = layers.flatMap((layer, column) =>
    layer.map((item): PlacedItem<Item> => {
      const place = [column * (along + LAYER_GAP), rows.get(item.id)! * (across + ROW_GAP)] as const;
      const [x, y] = direction === "right" ? place : [place[1], place[0]];
      return { item, x, y };
    })
  );
  const places = new Map(items.map((placed) => [placed.item.id, placed]));
  const lines = (ids: readonly string[], item: Item, back: boolean): Edge[] =>
    ids.flatMap((id) => {
      const [from, to] = [places.get(back ? item.id : id), places.get(back ? id : item.id)];
      if (!from || !to) return [];
      const path = back ? pathBack(from, to, direction) : pathBetween(from, to, direction);
      const done = !back && from.item.status === "completed";
      return [{ id: `${from.item.id} ${to.item.id}`, path, done, back }];
    });
  const edges = all.flatMap((item) => [
    ...lines(withoutImplied(item, byId), item, false),
    ...lines(item.repeats ?? [], item, true),
  ]);
  const longest = Math.max(1, layers.length) * (along + LAYER_GAP) - LAYER_GAP;
  const widest = Math.max(1, ...layers.map((layer) => layer.length)) * (across + ROW_GAP) - ROW_GAP;
  const room = edges.some(({ back }) => back) ? BACK_DISTANCE + 4 : 0;
  const [width, height] = direction === "right" ? [longest, widest + room] : [widest + room, longest];
  return { items, edges, width, height };
}

/** Returns the dependencies of an item without the indirect ones, for which a line would add nothing. */
function withoutImplied(item: Drawable, byId: ReadonlyMap<string, Drawable>): string[] {
  const implied = new Set<string>();
  const further = item.dependsOn.flatMap((id) => byId.get(id)?.dependsOn ?? []);
  for (let id = further.pop(); id !== undefined; id = further.pop()) {
    if (implied.has(id)) continue;
    implied.add(id);
    further.push(...byId.get(id)?.dependsOn ?? []);
  }
  return item.dependsOn.filter((id) => !implied.has(id));
}

/** Returns the items by layer, each in the layer after its last dependency. */
function layersOf<Item extends Drawable>(all: readonly Item[], byId: ReadonlyMap<string, Item>): Item[][] {
  const depths = new Map<string, number>();
  const depthOf = (item: Item, path: ReadonlySet<string>): number => {
    const known = depths.get(item.id);
    if (known !== undefined) return known;
    if (path.has(item.id)) return 0; // a circle has no order, and is drawn all the same
    const further = new Set([...path, item.id]);
    const above = item.dependsOn.flatMap((id) => byId.get(id) ?? []).map((one) => depthOf(one, further) + 1);
    const depth = Math.max(0, ...above);
    depths.set(item.id, depth);
    return depth;
  };
  const layers: Item[][] = [];
  for (const item of all) (layers[depthOf(item, new Set())] ??= []).push(item);
  return Array.from(layers, (layer) => layer ?? []);
}

type Place = { x: number; y: number };

/** A point of a line: along the direction of the drawing, and across it. */
type Point = readonly [along: number, across: number];

/** Returns points as they stand in an SVG path. */
const pointsIn = (direction: Direction, points: readonly Point[]): string =>
  points.map(([along, across]) => direction === "right" ? `${along} ${across}` : `${across} ${along}`).join(
    " ",
  );

/** Returns the position of an item and its size, along the direction of the drawing and across it. */
function boxIn(direction: Direction, { x, y }: Place) {
  return direction === "right"
    ? { along: x, across: y, length: ITEM_WIDTH, breadth: ITEM_HEIGHT }
    : { along: y, across: x, length: ITEM_HEIGHT, breadth: ITEM_WIDTH };
}

function pathBetween(from: Place, to: Place, direction: Direction): string {
  const [one, other] = [boxIn(direction, from), boxIn(direction, to)];
  const [end, start] = [one.along + one.length, other.along];
  const [before, after] = [one.across + one.breadth / 2, other.across + other.breadth / 2];
  const bend = Math.max(24, (start - end) / 2);
  return `M${pointsIn(direction, [[end, before]])}C${
    pointsIn(direction, [[end + bend, before], [start - bend, after], [start, after]])
  }`;
}

/** Returns a line along the side of the items from one back to an earlier one, with an arrowhead at its end. */
function pathBack(from: Place, to: Place, direction: Direction): string {
  const [one, other] = [boxIn(direction, from), boxIn(direction, to)];
  const [start, end] = [one.along + one.length / 2, other.along + other.length / 2];
  const [before, after] = [one.across + one.breadth, other.across + other.breadth];
  const side = Math.max(before, after) + BACK_DISTANCE;
  const lines: Point[][] = [
    [[start, before], [start, side], [end, side], [end, after]],
    [[end - 5, after + 7], [end, after], [end + 5, after + 7]],
  ];
  return lines.map((points) => `M${pointsIn(direction, points)}`).join("");
}
