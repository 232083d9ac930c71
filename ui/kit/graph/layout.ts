/** A node of the drawing, which may depend on others. */
export type Drawable = { id: string; dependsOn: readonly string[]; status?: string | null };

/** The position of an item in the drawing, in pixels. */
type PlacedItem<Item> = { item: Item; x: number; y: number };

/** A line from an item to a dependent one, as an SVG path. */
type Edge = { id: string; path: string; done: boolean };

/** The layout of items, layer by layer, each to the right of its dependencies. */
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

const GAP_X = 56;
const GAP_Y = 16;

/** Returns the layout of items. Within a layer, items are near their dependencies, so that few lines cross. */
export function layOut<Item extends Drawable>(all: readonly Item[]): Graph<Item> {
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
  const items = layers.flatMap((layer, column) =>
    layer.map((item): PlacedItem<Item> => ({
      item,
      x: column * (ITEM_WIDTH + GAP_X),
      y: rows.get(item.id)! * (ITEM_HEIGHT + GAP_Y),
    }))
  );
  const places = new Map(items.map((placed) => [placed.item.id, placed]));
  const edges = all.flatMap((item) =>
    withoutImplied(item, byId).flatMap((id) => {
      const from = places.get(id);
      const to = places.get(item.id);
      if (!from || !to) return [];
      const done = from.item.status === "completed";
      return [{ id: `${id} ${item.id}`, path: pathBetween(from, to), done }];
    })
  );
  const tallest = Math.max(1, ...layers.map((layer) => layer.length));
  return {
    items,
    edges,
    width: Math.max(1, layers.length) * (ITEM_WIDTH + GAP_X) - GAP_X,
    height: tallest * (ITEM_HEIGHT + GAP_Y) - GAP_Y,
  };
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

function pathBetween(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const [x1, y1] = [from.x + ITEM_WIDTH, from.y + ITEM_HEIGHT / 2];
  const [x2, y2] = [to.x, to.y + ITEM_HEIGHT / 2];
  const bend = Math.max(24, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
