import { DISTRICTS } from "../../checks/floors.ts";
import { importsOf, placeOf, PROGRAM } from "../../checks/sources.ts";

/** The layers above and below `services`, from the top down, each with what it does. */
const LAYERS: readonly [name: string, does: string][] = [
  ["ui", "the dashboard"],
  ["commands", "the command line"],
  ["routes", "HTTP: contracts and handlers"],
  ["services", "behaviour"],
  ["store", "facts: the log, documents, views"],
];

/** The files that a request passes, each of which imports the next. */
const REQUEST = [
  "compose.ts",
  "routes/app.ts",
  "routes/exchange.ts",
  "routes/parse.ts",
] as const;

/** The files that a new run passes after its handler was called. */
const RUN = [
  "routes/runs/handlers.ts",
  "services/control/runs/create.ts",
  "services/ground/kernel/context.ts",
  "store/event_store.ts",
  "store/insert_events.ts",
] as const;

/** The files that a task passes. */
const TASK = [
  "services/execution/executor/part.ts",
  "services/execution/executor/executor.ts",
  "services/execution/executor/driver.ts",
  "services/execution/executor/steps/dispatch.ts",
  "services/execution/executor/work/do_tasks.ts",
  "services/execution/tasks/task.ts",
  "services/execution/tasks/work.ts",
  "services/execution/tasks/perform.ts",
] as const;

const IMPORTS = PROGRAM.flatMap(importsOf);

/** Returns the drawing of layers and districts, with the imports between districts that no other arrow implies. */
export function houseDrawing(): string {
  const lines = ["flowchart TD"];
  for (const [name, does] of LAYERS) {
    if (name !== "services") {
      lines.push(`  ${name}["${name}<br/>${does}"]`);
      continue;
    }
    lines.push("  subgraph services");
    for (const { name, floors } of DISTRICTS.toReversed()) {
      lines.push(`    ${name}["<b>${name}</b><br/>${wrapped(floors.flat().toSorted())}"]`);
    }
    lines.push(...directArrows().map(([from, to]) => `    ${from} --> ${to}`), "  end");
  }
  lines.push("  ui --> routes", "  commands --> routes", "  routes --> services", "  services --> store");
  return ["```mermaid", ...lines, "```"].join("\n");
}

/** Returns the ways of a request, of a new run and of a task. Throws where a file no longer imports the next. */
export function houseWays(): string {
  const way = (name: string, files: readonly string[]) => {
    for (const [i, to] of files.slice(1).entries()) {
      const from = files[i]!;
      if (IMPORTS.some((each) => each.from === from && each.to === to)) continue;
      throw new Error(`${from} no longer imports ${to}. Mend the ways in tests/docs/pages/house.ts.`);
    }
    return `- ${name}: ${files.map((file) => `\`${file}\``).join(" → ")}`;
  };
  return [
    way("A request", REQUEST),
    way("A run, from its handler", RUN),
    way("A task", TASK),
  ].join("\n");
}

/** Returns what lives in each district, from the ground up. */
export const districtTable = (): string =>
  [
    "| district | what lives there | domains |",
    "|---|---|---|",
    ...DISTRICTS.map(({ name, holds, floors }) =>
      `| \`services/${name}/\` | ${holds} | ${floors.flat().map((domain) => `\`${domain}\``).join(", ")} |`
    ),
  ].join("\n");

/** The imports between districts, without those that a longer way through others implies. */
function directArrows(): [string, string][] {
  const arrows = new Map<string, Set<string>>(DISTRICTS.map(({ name }) => [name, new Set()]));
  for (const { from, to } of IMPORTS) {
    const [a, b] = [placeOf(from).district, placeOf(to).district];
    if (a !== null && b !== null && a !== b) arrows.get(a)?.add(b);
  }
  const reaches = (from: string, to: string): boolean =>
    [...arrows.get(from)!].some((next) => next === to || reaches(next, to));
  return [...arrows].flatMap(([from, targets]) =>
    [...targets].filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
      .toSorted().map((to): [string, string] => [from, to])
  );
}

/** The names in rows of four. */
const wrapped = (names: readonly string[]): string =>
  names.map((name, i) => i > 0 && i % 4 === 0 ? `<br/>${name}` : name).join(", ").replaceAll(
    ", <br/>",
    ",<br/>",
  );
