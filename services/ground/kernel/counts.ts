/** Returns how many items there are of each kind, the kinds in the order in which they first appear. */
export function countBy<Item>(
  items: readonly Item[],
  kindOf: (item: Item) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of items.map(kindOf)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
