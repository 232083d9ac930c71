import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { countRuns, findRunIds, placesMatching, type RunFilter } from "../../../store/runs/list.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { PartSize } from "../../ground/kernel/in_parts.ts";
import { nextTurn } from "../../ground/kernel/next_turn.ts";

const FIRST_PART = 500;
const MAX_PART = 4_000;
const GROWTH = 8;

/** What runs have to match: a filter, and FTS5 expressions, each by the request, the directory or the reason of its end. */
export type Sought = { filter: RunFilter; terms: readonly string[] };

/**
 * Returns the ids of the runs that match, newest first. Others are answered between parts of the list. It reads no more of what
 * words match than a page takes, in parts that grow: the beginning of a word is looked up again for each.
 */
export async function findMatching(
  ctx: Ctx,
  { filter, terms }: Sought,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const { documents } = ctx.store;
  await foldInTurns(ctx.store);
  const found: string[] = [];
  const end = offset + limit;
  let below = filter.before ?? Number.MAX_SAFE_INTEGER;
  for (let most = FIRST_PART; found.length < end && below > 0; most *= GROWTH) {
    const { places, from } = await newestOf(ctx, terms, { below, most });
    await inParts(places, (part) => {
      found.push(...findRunIds(documents, filter, { limit: end - found.length, offset: 0 }, part));
      return found.length < end;
    });
    below = from;
  }
  return found.slice(offset);
}

/** Returns the newest places below one that all terms match, in their order, and that from which on these are all; 0 without more. */
async function newestOf(
  ctx: Ctx,
  terms: readonly string[],
  { below, most }: { below: number; most: number },
): Promise<{ places: number[]; from: number }> {
  let from = 0;
  let common: number[] | null = null;
  for (const term of terms) {
    const places = placesMatching(ctx.store.documents, term, { below, most });
    if (places.length === 0) return { places, from: 0 };
    if (places.length === most) from = Math.max(from, places[0]!);
    common = common === null ? places : inBoth(common, places);
    await nextTurn();
  }
  return { places: common!.filter((place) => place >= from), from };
}

/** Returns how many runs match, by state. Others are answered between parts of the list. */
export async function countMatching(ctx: Ctx, { filter, terms }: Sought): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  await inParts(await placesOf(ctx, terms), (places) => {
    const counts = countRuns(ctx.store.documents, filter, places);
    for (const [status, n] of Object.entries(counts)) sums[status] = (sums[status] ?? 0) + n;
    return true;
  });
  return Object.fromEntries(Object.entries(sums).toSorted(([one], [other]) => one < other ? -1 : 1));
}

/** Returns the places in the list that all terms match, in their order. */
async function placesOf(ctx: Ctx, terms: readonly string[]): Promise<number[]> {
  await foldInTurns(ctx.store);
  let common: number[] | null = null;
  for (const term of terms) {
    if (common?.length === 0) break;
    const places = placesMatching(ctx.store.documents, term);
    common = common === null ? places : inBoth(common, places);
    await nextTurn();
  }
  return common ?? [];
}

/** Returns what two ascending lists have in common. */
function inBoth(one: readonly number[], other: readonly number[]): number[] {
  let at = 0;
  return one.filter((place) => {
    while (other[at]! < place) at++;
    return other[at] === place;
  });
}

/** Looks at places from the last one on, in parts that do not hold the event loop, as long as `look` wants more. */
async function inParts(places: readonly number[], look: (part: number[]) => boolean): Promise<void> {
  const size = new PartSize(FIRST_PART, MAX_PART);
  for (let end = places.length; end > 0;) {
    const begin = Math.max(0, end - size.most);
    if (!size.measure(() => look(places.slice(begin, end)))) return;
    end = begin;
    await nextTurn();
  }
}
