import { counted } from "../../../client/words.ts";
import type { Block } from "./blocks.ts";
import { isKeyOf } from "../../../store/shared/records.ts";

/** A block with its position: minutes from midnight, and its column. */
type PlacedBlock = { block: Block; from: number; to: number; lane: number; lanes: number };

/** The minimum height of a block in minutes, so that its title can be read. */
const MIN_SHOWN_MINUTES = 30;

/** Returns the blocks in columns: those that overlap are beside each other, in as few columns as possible. */
export function placeInLanes(parts: readonly { block: Block; from: number; to: number }[]): PlacedBlock[] {
  const placed: PlacedBlock[] = [];
  let group: PlacedBlock[] = [];
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

type Part = { block: Block; from: number; to: number };

const MERGED = {
  run: ["run", "runs"],
  automation: ["automation", "automations"],
  approval: ["expiry", "expiries"],
  connection: ["connection that needs you", "connections that need you"],
} as const;

/** Merges the runs, automations and expiries of the same half hour, so that a busy day stays readable. */
export function mergeMoments(parts: readonly Part[]): Part[] {
  const groups = Map.groupBy(parts, ({ block, from, to }) => {
    const isMoment = block.kind in MERGED && to - from < MIN_SHOWN_MINUTES;
    return isMoment ? `${block.kind} ${Math.floor(from / MIN_SHOWN_MINUTES)}` : block.key;
  });
  return [...groups].flatMap(([key, group]) => {
    const [first] = group;
    if (!first || group.length === 1 || !isKeyOf(MERGED, first.block.kind)) return group;
    const [one, many] = MERGED[first.block.kind];
    const title = counted(group.length, one, many);
    const block = { ...first.block, key, title, status: "", leadsTo: null };
    return { block, from: first.from, to: Math.max(...group.map(({ to }) => to)) };
  });
}
