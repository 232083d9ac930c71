/** A rule that protects people, and one line that breaks it. */
export type Mutant = {
  /** What nobody may get around. */
  rule: string;
  /** The file that holds the rule. */
  file: string;
  /** What stands there, once. */
  text: string;
  /** What stands there instead. */
  instead: string;
  /** The test files and directories that are to notice. */
  tests: readonly string[];
};

/** One mutant of each of the ten safety rules. */
export const MUTANTS: readonly Mutant[] = [
  {
    rule: "git runs no program that a repository names",
    file: "services/machine/repositories/git/environment.ts",
    text: `  "core.fsmonitor=false",\n`,
    instead: "",
    tests: ["tests/repositories/git_settings_test.ts"],
  },
  {
    rule: "a patch is not written over files that have changed since",
    file: "services/machine/repositories/apply/apply.ts",
    text: "if (comparisons.some(({ isBefore, isAfter }) => !isBefore && !isAfter)) {",
    instead: "if (comparisons.some(() => false)) {",
    tests: ["tests/repositories/apply_drift_test.ts"],
  },
  {
    rule: "what a lost batch held is not acknowledged",
    file: "store/shared_commit.ts",
    text: "      this.#forget();\n      batch.fail(cause);",
    instead: "      this.#forget();\n      batch.done();",
    tests: ["tests/store/commit_test.ts"],
  },
  {
    rule: "the agent token cannot do what is a human's",
    file: "routes/access.ts",
    text: `caller === "agent" ? agentRefusal === null : token !== "needed"`,
    instead: `caller === "agent" || token !== "needed"`,
    tests: ["tests/routes/access_test.ts"],
  },
  {
    rule: "a page of another origin can send nothing",
    file: "routes/guard.ts",
    text: "if (origin !== null && !origins.has(origin)) {",
    instead: `if (origin === "null") {`,
    tests: ["tests/routes/guard_test.ts"],
  },
  {
    rule: "a call that may exceed a budget is not made",
    file: "services/sessions/models/budgets/verdict.ts",
    text: `  if (after - limitUsd > UNIT_USD) return "exceeds";\n`,
    instead: "",
    tests: ["tests/models/budgets"],
  },
  {
    rule: "what is recorded holds no known secret",
    file: "services/ground/kernel/redactor.ts",
    text: "return replaced(text, this.#places(text));",
    instead: "return text;",
    tests: ["tests/secrets/redactor_test.ts"],
  },
  {
    rule: "a patch counts as applied only if the files are as reviewed",
    file: "services/execution/executor/results/patch_effect.ts",
    text: "const wrong = delivered === null ? await verifyApplied(root, manifest) : [];",
    instead: "const wrong: PathReport[] = [];",
    tests: ["tests/runs/verify_applied_test.ts"],
  },
  {
    rule: "nobody approves what they have not confirmed to have reviewed",
    file: "ui/approvals/model/blockers.ts",
    text: "return missing.length === 0 ? null :",
    instead: "return missing.length <= 3 ? null :",
    tests: ["tests/approvals/review/page_model_test.ts"],
  },
  {
    rule: "a run moves only as its table allows",
    file: "services/control/lifecycle/runs.ts",
    text: "  if (!mayMove(run.status, name)) return false;\n",
    instead: "",
    tests: ["tests/lifecycle"],
  },
];

/** Returns a source with the mutant in it. Throws if its text is not there exactly once. */
export function mutated(source: string, { file, text, instead }: Mutant): string {
  const times = source.split(text).length - 1;
  if (times !== 1) {
    throw new Error(
      `${file} has the text of its mutant ${times} times instead of once. Follow the change in tests/mutants/mutants.ts:\n${text}`,
    );
  }
  return source.replace(text, () => instead);
}
