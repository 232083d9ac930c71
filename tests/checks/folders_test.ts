import assert from "node:assert/strict";
import { KNOWN_CIRCLES } from "./folder_circles.ts";
import { arrowsOf, describeCircle, domainSizes, folderCircles, folderOf, journeyOfTask } from "./folders.ts";
import { type Import, importsOf, PROGRAM } from "./sources.ts";

/** How many files a domain of services or ui may have. */
const MOST_FILES = 90;

/** Domains that had more when this check was written. They only shrink, and leave the list once they fit. */
const LARGE: Readonly<Record<string, number>> = {
  planner: 170,
  workers: 115,
  coordinator: 97,
  workflows: 97,
};

const names = (circle: readonly string[]): string => circle.join(" ↔ ");

Deno.test("folders of services and ui import one way; the circles that still exist are listed, and the list only shrinks", () => {
  const arrows = arrowsOf(PROGRAM.flatMap(importsOf));
  const known = KNOWN_CIRCLES.map(names);
  const found = folderCircles(arrows);
  const unknown = found.filter((circle) => !known.includes(names(circle)));
  assert.deepEqual(unknown.map((circle) => describeCircle(circle, arrows)), []);
  // A circle that is gone or smaller leaves its line, so that it cannot come back unseen.
  assert.deepEqual(known.filter((line) => !found.map(names).includes(line)), []);
});

Deno.test("a circle of folders is found through values, types, lazy and hidden imports, within a layer, and named", () => {
  const of = (from: string, text: string): Import[] => importsOf({ path: from, text });
  const imports = [
    of("services/a/one.ts", 'import { b } from "./in/two.ts";'),
    of("services/a/in/two.ts", 'import type { C } from "../../c/three.ts";'),
    of("services/c/three.ts", 'const four = () => import("./in/four.ts");'),
    of("services/c/in/four.ts", 'await import("../../a/one.ts" as string);'),
    // Neither the top of a layer nor another layer makes a circle.
    of("services/parts.ts", 'import { a } from "./a/one.ts";'),
    of(
      "services/d/five.ts",
      'import { c } from "../packages.later.ts";\nimport { s } from "../../store/s.ts";',
    ),
    of("services/packages.later.ts", 'import { x } from "./e/six.ts";'),
    of("store/s.ts", 'import { d } from "../services/d/five.ts";'),
  ].flat();
  const arrows = arrowsOf(imports);
  const [circle, ...others] = folderCircles(arrows);
  assert.deepEqual(circle, ["services/a", "services/a/in", "services/c", "services/c/in"]);
  assert.deepEqual(others, []);
  assert.match(describeCircle(circle!, arrows), /^services\/a ↔ services\/a\/in ↔ .*services\/c\/in$/m);
  assert.match(describeCircle(circle!, arrows), /services\/a\/in\/two\.ts → services\/c\/three\.ts/);
  assert.equal(folderOf("services/parts.ts"), "services/parts.ts");
});

Deno.test("no domain of services or ui has more than 90 files; those that do are listed, and only shrink", () => {
  const large = ["services", "ui"].flatMap(domainSizes).filter(([, files]) => files > MOST_FILES);
  assert.deepEqual(large.filter(([domain, files]) => files > (LARGE[domain] ?? 0)), []);
  assert.deepEqual(Object.keys(LARGE).filter((domain) => !large.some(([name]) => name === domain)), []);
});

Deno.test("the journey of a task, from doTask on, passes at most 35 files", () => {
  const journey = journeyOfTask(PROGRAM.flatMap(importsOf));
  assert.ok(journey.includes("services/commands/run_command.ts"), "a task runs commands");
  assert.ok(journey.length <= 35, journey.join("\n"));
});
