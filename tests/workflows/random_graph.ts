import fc from "fast-check";

const INPUTS = { type: "object", properties: { n: { type: "integer" }, list: { type: "array" } } };

/** What a command of a random graph ends with: some fail. */
export const outputOf = (path: string): unknown => ({
  exitCode: path.length % 3 === 0 ? 1 : 0,
  stdout: path,
});

/** A graph whose nodes depend on some of those before them, with loops, fan-outs, loops in fan-outs, branches, conditions and all joins. */
export const graph = fc.array(
  fc.record({
    kind: fc.constantFrom("command", "command", "command", "loop", "fan_out", "nested", "branch"),
    dependsOn: fc.array(fc.nat(20), { maxLength: 3 }),
    join: fc.constantFrom("all_success", "one_success", "all_done"),
    onError: fc.constantFrom("fail", "continue"),
    when: fc.constantFrom(undefined, "inputs.n == 2", "inputs.n > 2"),
    length: fc.integer({ min: 1, max: 12 }),
  }),
  { minLength: 1, maxLength: 12 },
).map((shapes) => ({
  name: "Random",
  inputs: INPUTS,
  nodes: shapes.map(({ kind, dependsOn, join, onError, when, length }, at) => {
    const id = `n${at}${"x".repeat(length)}`;
    const idAt = (index: number) => `n${index}${"x".repeat(shapes[index]!.length)}`;
    const before = at === 0 ? [] : [...new Set(dependsOn.map((index) => idAt(index % at)))];
    const inner = [{ id: `${id}_a`, kind: "command", with: { command: "true" } }, {
      id: `${id}_b`,
      kind: "command",
      dependsOn: [`${id}_a`],
      onError: "continue",
      with: { command: "true", env: { A: `\${{ nodes.${id}_a.stdout }}` } },
    }];
    const loop = { nodes: inner, until: `iteration.number >= 2`, max: 3 };
    const content = {
      command: { command: "true" },
      loop,
      nested: {
        nodes: [{ id: `${id}_l`, kind: "loop", with: loop }],
        items: "inputs.list",
        maxParallel: 1 + length % 3,
      },
      fan_out: {
        nodes: inner,
        items: "inputs.list",
        maxParallel: 1 + length % 3,
        failures: at % 2 ? "fail" : "collect",
      },
      branch: { cases: [{ when: "inputs.n == 2", id: "" }] },
    }[kind]!;
    const isBranch = kind === "branch";
    return {
      id,
      kind: isBranch ? "notify" : kind === "nested" ? "fan_out" : kind,
      dependsOn: before,
      join,
      onError,
      ...(when && { when }),
      with: isBranch ? { title: "t", content: "c" } : content,
    };
  }),
}));
