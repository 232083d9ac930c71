import assert from "node:assert/strict";
import { arrowsOf, describeCircle, domainSizes, folderCircles, folderOf, journeyOfTask } from "./folders.ts";
import { type Import, importsOf, PROGRAM } from "./sources.ts";

/** How many files a domain of services or ui may have. */
const MOST_FILES = 90;

Deno.test("folders of services and ui import one way: circles of folders are 0", () => {
  const arrows = arrowsOf(PROGRAM.flatMap(importsOf));
  assert.deepEqual(folderCircles(arrows).map((circle) => describeCircle(circle, arrows)), []);
});

Deno.test("a circle of folders is found through values, types, lazy and hidden imports, within a layer, and named", () => {
  const of = (from: string, text: string): Import[] => importsOf({ path: from, text });
  const imports = [
    of("services/x/a/one.ts", 'import { b } from "./in/two.ts";'),
    of("services/x/a/in/two.ts", 'import type { C } from "../../c/three.ts";'),
    of("services/x/c/three.ts", 'const four = () => import("./in/four.ts");'),
    of("services/x/c/in/four.ts", 'await import("../../a/one.ts" as string);'),
    // Neither the top of a layer nor another layer makes a circle.
    of("services/parts.ts", 'import { a } from "./a/one.ts";'),
    of(
      "services/x/d/five.ts",
      'import { c } from "../../packages.later.ts";\nimport { s } from "../../../store/s.ts";',
    ),
    of("services/packages.later.ts", 'import { x } from "./x/e/six.ts";'),
    of("store/s.ts", 'import { d } from "../services/x/d/five.ts";'),
  ].flat();
  const arrows = arrowsOf(imports);
  const [circle, ...others] = folderCircles(arrows);
  assert.deepEqual(circle, ["services/x/a", "services/x/a/in", "services/x/c", "services/x/c/in"]);
  assert.deepEqual(others, []);
  assert.match(
    describeCircle(circle!, arrows),
    /^services\/x\/a ↔ services\/x\/a\/in ↔ .*services\/x\/c\/in$/m,
  );
  assert.match(describeCircle(circle!, arrows), /services\/x\/a\/in\/two\.ts → services\/x\/c\/three\.ts/);
  assert.equal(folderOf("services/parts.ts"), "services/parts.ts");
});

Deno.test("no domain of services or ui has more than 90 files", () => {
  const large = ["services", "ui"].flatMap(domainSizes).filter(([, files]) => files > MOST_FILES);
  assert.deepEqual(large, []);
});

Deno.test("the journey of a task, from doTask on, passes at most 35 files", () => {
  const journey = journeyOfTask(PROGRAM.flatMap(importsOf));
  assert.ok(journey.includes("services/execution/commands/run_command.ts"), "a task runs commands");
  assert.ok(journey.length <= 35, journey.join("\n"));
});
