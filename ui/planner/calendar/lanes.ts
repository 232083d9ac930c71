import type { Block } from "./blocks.ts";

/** A block of a day in its place: minutes from midnight, and which of how many columns it has. */
export type Placed = { block: Block; from: number; to: number; lane: number; lanes: number };

/** The least that a block takes, so that its name can be read. */
const MIN_SHOWN_MINUTES = 30;

/** Places blocks beside each other where they share time: as few columns as there are at once. */
export function placeInLanes(parts: readonly { block: Block; from: number; to: number }[]): Placed[] {
  const placed: Placed[] = [];
  let group: Placed[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const each of group) each.lanes = ends.length;
    [group, ends] = [[], []];
  };
  for (const { block, from, to } of parts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = Math.max(to, from + MIN_SHOWN_MINUTES);
    const one = { block, from, to: Math.max(to, from + MIN_SHOWN_MINUTES), lane, lanes: 1 };
    group.push(one);
    placed.push(one);
  }
  close();
  return placed;
}
