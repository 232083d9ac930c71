import { dirname } from "node:path";
import { circlesOf } from "./circles.ts";
import { type Import, importsOf, placeOf, PROGRAM } from "./sources.ts";

/** The layers whose folders import one way. */
export const LAYERS: readonly string[] = ["services", "ui"];

/** The folder of a file. A file at the top of a layer, such as `services/parts.ts`, composes the others and stands for itself. */
export const folderOf = (path: string): string => placeOf(path).domain === null ? path : dirname(path);

/** An import between two folders of one layer, with the first files that show it. */
export type Arrow = { from: string; to: string; shown: string };

/** Returns the imports between folders of these layers, one for each pair; types and imports for later count as well. */
export function arrowsOf(imports: readonly Import[]): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const each of imports) {
    const layer = placeOf(each.from).layer;
    const [from, to] = [folderOf(each.from), folderOf(each.to)];
    if (!LAYERS.includes(layer) || placeOf(each.to).layer !== layer || from === to) continue;
    const known = `${from} ${to}`;
    if (!arrows.has(known)) arrows.set(known, { from, to, shown: `${each.from} → ${each.to}` });
  }
  return [...arrows.values()];
}

/** Returns the circles of folders, each as the sorted names of its folders. */
export const folderCircles = (arrows: readonly Arrow[]): string[][] => circlesOf(arrows);

/** Returns the sentences about a circle: its folders, and the imports within it. */
export function describeCircle(circle: readonly string[], arrows: readonly Arrow[]): string {
  const within = arrows.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
  return [`${circle.join(" ↔ ")}`, ...within.map(({ shown }) => `    ${shown}`)].join("\n");
}

/** Returns how many files each domain of a layer has, the largest first. */
export function domainSizes(layer: string): [string, number][] {
  const sizes = new Map<string, number>();
  for (const { path } of PROGRAM) {
    const place = placeOf(path);
    if (place.layer !== layer || place.domain === null) continue;
    sizes.set(place.domain, (sizes.get(place.domain) ?? 0) + 1);
  }
  return [...sizes].toSorted(([, a], [, b]) => b - a);
}

/** The domains that a task passes once it is dispatched. */
const JOURNEY: readonly string[] = ["commands", "questions", "tasks"];

/** Where it begins, and what its questions port leads to. */
const JOURNEY_BEGINS: readonly string[] = [
  "services/execution/tasks/task.ts",
  "services/execution/questions/ask_for_setup.ts",
];

/** Returns the files that a task passes from `doTask` on: what is reached by imports of values, within its own domains. */
export function journeyOfTask(imports: readonly Import[]): string[] {
  const targets = Map.groupBy(imports.filter(({ typeOnly }) => !typeOnly), ({ from }) => from);
  const reached = new Set(JOURNEY_BEGINS);
  // A set is also iterated over what is added meanwhile.
  for (const file of reached) {
    for (const { to } of targets.get(file) ?? []) {
      const { layer, domain } = placeOf(to);
      if (layer === "services" && domain !== null && JOURNEY.includes(domain)) reached.add(to);
    }
  }
  return [...reached].toSorted();
}

const print = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

if (import.meta.main) {
  const imports = PROGRAM.flatMap(importsOf);
  const arrows = arrowsOf(imports);
  const circles = folderCircles(arrows);
  for (const circle of circles) print(`${describeCircle(circle, arrows)}\n`);
  for (const layer of LAYERS) {
    const folders = new Set(
      PROGRAM.filter(({ path }) => placeOf(path).layer === layer && placeOf(path).domain !== null)
        .map(({ path }) => folderOf(path)),
    );
    const own = circles.filter(([first]) => placeOf(first!).layer === layer);
    const [[largest, files] = ["", 0]] = domainSizes(layer);
    print(
      `${layer}: ${folders.size} folders, ${own.flat().length} of them in ${own.length} circles; ` +
        `largest domain ${largest} with ${files} files`,
    );
  }
  print(`journey of a task: ${journeyOfTask(imports).length} files`);
  const lines = PROGRAM.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  print(`program: ${PROGRAM.length} files, ${lines} lines`);
}
