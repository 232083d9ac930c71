import type { JsonText } from "../../../../store/json_text.ts";

/** A task with a due time, and how many minutes of work are left. */
export type Demand = {
  id: string;
  title: JsonText<string>;
  due: number;
  /** The day or the moment that its due time is from. */
  said: string;
  priority: number;
  minutes: number;
  since: string;
};

/** Orders what has to be done: by due time, then the more important first. */
export const inOrder = (a: Demand, b: Demand): number =>
  a.due - b.due || a.priority - b.priority || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Returns demands in order, without those that left and with those that came. */
export function replaced(
  demands: readonly Demand[],
  left: readonly Demand[],
  come: readonly Demand[],
): Demand[] {
  const next = [...demands];
  for (const demand of left) next.splice(placeOf(next, demand), 1);
  for (const demand of come) next.splice(placeOf(next, demand), 0, demand);
  return next;
}

/** Returns how many of them are before another. */
function placeOf(demands: readonly Demand[], other: Demand): number {
  let [from, to] = [0, demands.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (inOrder(demands[middle]!, other) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
