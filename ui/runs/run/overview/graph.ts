import type { PlannedTask } from "../../types.ts";

/** Where a task stands in the drawing of the plan, in pixels. */
export type PlacedTask = { task: PlannedTask; x: number; y: number };

/** A line from a task to one that waits for it, as a path of SVG. */
export type Edge = { id: string; path: string; done: boolean };

/** The plan as it is drawn: layer after layer, each task right of all that it waits for. */
export type Graph = { tasks: readonly PlacedTask[]; edges: readonly Edge[]; width: number; height: number };

/** How wide a task is in the drawing. */
export const TASK_WIDTH = 220;

/** How high a task is in the drawing. */
export const TASK_HEIGHT = 56;

const GAP_X = 56;
const GAP_Y = 16;

/** Lays a plan out. Tasks of one layer keep near what they wait for, so that lines seldom cross. */
export function layOut(plan: readonly PlannedTask[]): Graph {
  const byId = new Map(plan.map((task) => [task.id, task]));
  const layers = layersOf(plan, byId);
  const rows = new Map<string, number>();
  for (const layer of layers) {
    const wanted = (task: PlannedTask) => {
      const above = task.dependsOn.flatMap((id) => rows.get(id) ?? []);
      return above.length === 0
        ? plan.indexOf(task) / plan.length
        : above.reduce((a, b) => a + b) / above.length;
    };
    layer.toSorted((a, b) => wanted(a) - wanted(b)).forEach((task, row) => rows.set(task.id, row));
  }
  const tasks = layers.flatMap((layer, column) =>
    layer.map((task): PlacedTask => ({
      task,
      x: column * (TASK_WIDTH + GAP_X),
      y: rows.get(task.id)! * (TASK_HEIGHT + GAP_Y),
    }))
  );
  const places = new Map(tasks.map((placed) => [placed.task.id, placed]));
  const edges = plan.flatMap((task) =>
    withoutImplied(task, byId).flatMap((id) => {
      const from = places.get(id);
      const to = places.get(task.id);
      if (!from || !to) return [];
      const done = from.task.status === "completed";
      return [{ id: `${id} ${task.id}`, path: pathBetween(from, to), done }];
    })
  );
  const tallest = Math.max(1, ...layers.map((layer) => layer.length));
  return {
    tasks,
    edges,
    width: Math.max(1, layers.length) * (TASK_WIDTH + GAP_X) - GAP_X,
    height: tallest * (TASK_HEIGHT + GAP_Y) - GAP_Y,
  };
}

/** What a task waits for, without what these wait for themselves: a line for each of them says nothing new. */
function withoutImplied(task: PlannedTask, byId: ReadonlyMap<string, PlannedTask>): string[] {
  const implied = new Set<string>();
  const further = task.dependsOn.flatMap((id) => byId.get(id)?.dependsOn ?? []);
  for (let id = further.pop(); id !== undefined; id = further.pop()) {
    if (implied.has(id)) continue;
    implied.add(id);
    further.push(...byId.get(id)?.dependsOn ?? []);
  }
  return task.dependsOn.filter((id) => !implied.has(id));
}

/** Each task in the layer after the last one that it waits for. */
function layersOf(plan: readonly PlannedTask[], byId: ReadonlyMap<string, PlannedTask>): PlannedTask[][] {
  const depths = new Map<string, number>();
  const depthOf = (task: PlannedTask, path: ReadonlySet<string>): number => {
    const known = depths.get(task.id);
    if (known !== undefined) return known;
    if (path.has(task.id)) return 0; // a circle is not a plan, and is drawn all the same
    const further = new Set([...path, task.id]);
    const above = task.dependsOn.flatMap((id) => byId.get(id) ?? []).map((one) => depthOf(one, further) + 1);
    const depth = Math.max(0, ...above);
    depths.set(task.id, depth);
    return depth;
  };
  const layers: PlannedTask[][] = [];
  for (const task of plan) (layers[depthOf(task, new Set())] ??= []).push(task);
  return Array.from(layers, (layer) => layer ?? []);
}

function pathBetween(from: PlacedTask, to: PlacedTask): string {
  const [x1, y1] = [from.x + TASK_WIDTH, from.y + TASK_HEIGHT / 2];
  const [x2, y2] = [to.x, to.y + TASK_HEIGHT / 2];
  const bend = Math.max(24, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
