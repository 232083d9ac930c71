import assert from "node:assert/strict";
import fc from "fast-check";
import { importForeign } from "../../services/workforce/drafting/assist/foreign.ts";
import { validateSource } from "../../services/control/workflows/language/validate.ts";
import { sourceOf } from "../../services/control/workflows/sources.ts";

type Format = Parameters<typeof importForeign>[0];

/** A text that is found again wherever it goes. */
const marker = fc.integer({ min: 1e9, max: 2e9 }).map((number) => `zmark${number}z`);
/** Anything that somebody may have written under a key. */
const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    marker,
    fc.array(tie("anything"), { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom("headers", "with", "env", "stdin", "if", "x"), tie("anything"), {
      minKeys: 1,
      maxKeys: 3,
    }),
  ),
}));
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const words = (before: string, after = "") => marker.map((word) => before + word + after);
/** Variables of one level; a name that an inner level has too would be that one's. */
const environment = (level: string) =>
  fc.dictionary(fc.constantFrom(`A_${level}`, `B_${level}`), fc.oneof(marker, anything), { maxKeys: 2 });

const step = fc.oneof(
  fc.record({
    run: fc.oneof(
      words("make "),
      words("echo ${{ github.", " }}"),
      words("echo '${{ a.", " }}'"),
      words("sudo apt-get install "),
    ),
    name: some(words("Step ")),
    env: some(environment("step")),
    if: some(anything),
    shell: some(marker),
    "working-directory": some(marker),
    "continue-on-error": some(fc.oneof(fc.boolean(), marker)),
    "timeout-minutes": some(fc.oneof(fc.integer({ min: 0, max: 9 }), marker)),
    other: some(anything),
  }),
  fc.record({
    uses: fc.constantFrom("actions/checkout@v4", "some/action@v1"),
    with: some(anything),
    env: some(environment("step")),
  }),
  fc.record({ odd: anything }),
);
const job = fc.record({
  "runs-on": some(marker),
  name: some(marker),
  env: some(environment("job")),
  strategy: some(anything),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});
const node = fc.record({
  prompt: some(words("Do ")),
  bash: some(words("make ")),
  approval: some(
    fc.oneof(
      fc.record({ message: fc.oneof(words("Good? "), words("long ".repeat(60))), capture_response: marker }),
      anything,
    ),
  ),
  title: some(words("Title ")),
  when: some(marker),
  trigger_rule: some(fc.constantFrom("all_done", "zmark1z")),
  retry: some(anything),
});
const task = fc.oneof(
  fc.record({
    run: fc.record({
      shell: fc.record({
        command: words("make "),
        arguments: some(fc.oneof(fc.array(marker, { maxLength: 2 }), anything)),
        stdin: some(marker),
        environment: some(environment("shell")),
      }),
      await: some(marker),
    }),
    output: some(anything),
  }),
  fc.record({
    call: fc.constant("http"),
    with: fc.record({
      method: fc.constantFrom("get", "POST"),
      endpoint: fc.oneof(
        words("https://a.example/"),
        fc.record({ uri: words("https://a.example/"), authentication: some(anything) }),
      ),
      headers: some(anything),
      query: some(anything),
      redirect: some(fc.boolean()),
    }),
    export: some(anything),
  }),
  fc.record({
    wait: fc.oneof(fc.record({ minutes: fc.integer({ min: 1, max: 9 }), odd: some(marker) }), marker),
  }),
  fc.record({ switch: anything }),
);

const SOURCES: Record<Format, fc.Arbitrary<object>> = {
  "github-actions": fc.record({
    name: some(words("CI ")),
    on: anything,
    env: some(environment("top")),
    permissions: some(anything),
    jobs: fc.record({ a: job, b: some(job) }),
  }),
  "archon": fc.record({
    name: some(words("x".repeat(95))),
    description: some(words("About ")),
    model: some(anything),
    nodes: fc.array(node, { minLength: 1, maxLength: 4 }).map((nodes) =>
      nodes.map((each, i) => ({ id: `n${i}`, ...each }))
    ),
  }),
  "serverless-workflow": fc.record({
    document: fc.record({
      dsl: fc.constant("1.0.0"),
      name: some(marker),
      summary: some(words("About ")),
      tags: some(anything),
    }),
    use: some(anything),
    do: fc.array(task, { minLength: 1, maxLength: 4 }).map((tasks) =>
      tasks.map((each, i) => ({ [`t${i}`]: each }))
    ),
  }),
};

/** The lines of everything around a line of indented JSON, from the inside out, with itself; not that of the whole. */
function around(lines: readonly string[], at: number): number[] {
  const depth = (line: string) => line.length - line.trimStart().length;
  const found = [at];
  for (let i = at; i > 0; i--) if (depth(lines[i]!) < depth(lines[found.at(-1)!]!)) found.push(i);
  return found.filter((line) => line > 0);
}

for (const [format, arbitrary] of Object.entries(SOURCES)) {
  Deno.test(`whatever stands in a definition of ${format} is in the draft, or named as changed or refused; and the draft is valid`, async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (value) => {
        const text = JSON.stringify(value, null, 1);
        const lines = text.split("\n");
        const { definition, losses } = await importForeign(format as Format, text);
        if (!definition) return assert.ok(losses.some(({ status }) => status === "refused"));
        const draft = JSON.stringify(definition);
        const left = new Set(losses.filter(({ status }) => status !== "imported").map(({ line }) => line));
        for (const [at, line] of lines.entries()) {
          const [word] = /zmark\d+z/.exec(line) ?? [];
          const isNamed = around(lines, at).some((each) => left.has(each + 1));
          if (word) assert.ok(draft.includes(word) || isNamed, `line ${at + 1}: ${line}\n${text}\n${draft}`);
        }
        const { validation } = await validateSource(await sourceOf({ definition }));
        assert.ok(validation.valid, `${JSON.stringify(validation.errors)}\n${text}\n${draft}`);
      }),
      { numRuns: 150 },
    );
  });
}
