/** How many results that hinder each other are put into the best order by trying all; more are ordered step by step. */
const MAX_TRIED = 12;

/**
 * Returns the order in which most items can be applied, those that then cannot at the end. `hinders` says whether one that is
 * applied first makes another conflict. Otherwise items keep their order, so the same items always give the same order.
 */
export function bestOrder(
  ids: readonly string[],
  hinders: (first: string, then: string) => boolean,
): { applied: string[]; left: string[] } {
  const applied = new Map<string, number>();
  for (const group of groups(ids, hinders)) {
    const order = group.length <= MAX_TRIED ? tried(group, hinders) : stepByStep(group, hinders);
    for (const [index, id] of order.entries()) applied.set(id, index);
  }
  const given = new Map(ids.map((id, index) => [id, index]));
  const before = (a: string, b: string) => applied.get(a)! - applied.get(b)! || given.get(a)! - given.get(b)!;
  return { applied: [...applied.keys()].sort(before), left: ids.filter((id) => !applied.has(id)) };
}

type Hinders = (first: string, then: string) => boolean;

/** Returns the items in groups, so that none hinders one of another group. */
function groups(ids: readonly string[], hinders: Hinders): string[][] {
  const open = new Set(ids);
  const found: string[][] = [];
  for (const id of ids) {
    if (!open.delete(id)) continue;
    const group = [id];
    for (const member of group) {
      for (const other of [...open]) {
        if (!hinders(member, other) && !hinders(other, member)) continue;
        open.delete(other);
        group.push(other);
      }
    }
    found.push(ids.filter((each) => group.includes(each)));
  }
  return found;
}

/** Tries every order, and returns the first that applies the most. What is still possible is a set of bits. */
function tried(group: readonly string[], hinders: Hinders): string[] {
  const stays = group.map((first, i) =>
    group.reduce((bits, then, j) => i === j || hinders(first, then) ? bits : bits | (1 << j), 0)
  );
  const best = new Map<number, readonly number[]>([[0, []]]);
  const from = (possible: number): readonly number[] => {
    const known = best.get(possible);
    if (known) return known;
    let most: readonly number[] = [];
    for (let i = 0; i < group.length; i++) {
      if ((possible & (1 << i)) === 0) continue;
      const order = [i, ...from(possible & stays[i]!)];
      if (order.length > most.length) most = order;
    }
    best.set(possible, most);
    return most;
  };
  return from((1 << group.length) - 1).map((index) => group[index]!);
}

/** Takes next whichever makes the fewest others impossible. */
function stepByStep(group: readonly string[], hinders: Hinders): string[] {
  const order: string[] = [];
  for (let open = [...group]; open.length > 0;) {
    const costs = open.map((id) => open.filter((other) => other !== id && hinders(id, other)).length);
    const next = open[costs.indexOf(Math.min(...costs))]!;
    order.push(next);
    open = open.filter((id) => id !== next && !hinders(next, id));
  }
  return order;
}
