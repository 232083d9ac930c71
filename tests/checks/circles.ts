import type { Import } from "./sources.ts";

/**
 * Returns the circles among these imports: each group of files that reach one another, types included, sorted; and files that
 * import themselves. By Tarjan's algorithm.
 */
export function circlesOf(imports: readonly Pick<Import, "from" | "to">[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...targets.get(from) ?? [], to]);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    open.add(file);
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.has(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    for (const each of group) open.delete(each);
    if (group.length > 1 || targets.get(file)?.includes(file)) circles.push(group.sort());
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles.sort();
}
