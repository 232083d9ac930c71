import { commandWorker } from "../../services/workforce/worker_kinds/command/worker.ts";
import type { ShownTrial } from "../../services/execution/trials/schemas.ts";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness, type HarnessOptions } from "../harness.ts";
import { sandboxOfMachine } from "../sandbox.ts";

/** Runs each test and says which passed, as test runners do. */
const CHECK = `for t in tests/*.test.sh; do
  if sh "$t"; then echo "ok - $t"; else echo "not ok 1 - $t"; bad=1; fi
done
test -z "$bad"
`;

/** The command that judges every generated repository. */
export const VERIFIER = "sh check.sh";

/** A change that makes one answer, with its test: the number that a case is about. */
export const answer = (n: number): { message: string; files: Record<string, string> } => ({
  message: `Make src/answer_${n}.sh print ${n * 7}\n\nSigned-off-by: Test <test@example.invalid>`,
  files: {
    [`src/answer_${n}.sh`]: `echo ${n * 7}\n`,
    [`tests/answer_${n}.test.sh`]: `test "$(sh src/answer_${n}.sh 2>&1)" = ${n * 7}\n`,
  },
});

/** A repository whose past consists of these changes, oldest first. */
export function past(changes: readonly { message: string; files: Record<string, string> }[]): TestRepository {
  const repository = TestRepository.make({ "check.sh": CHECK, "tests/base.test.sh": "test -e check.sh\n" });
  for (const { files, message } of changes) repository.commit(files, message);
  return repository;
}

/** A program as a worker; its input is the request. */
export const program = (id: string, script: string, more: { network?: boolean } = {}): Worker =>
  commandWorker({ id, command: ["sh", "-c", script], model: "program", ...more }, sandboxOfMachine);

/** A program that makes the answers whose numbers fit a shell pattern, and something else for the others. */
export const answering = (id: string, pattern: string): Worker =>
  program(
    id,
    `read line; n=\${line#*answer_}; n=\${n%%.sh*}; mkdir -p src
case "$n" in ${pattern}) echo "echo $((n * 7))" > "src/answer_$n.sh";; *) echo "echo 0" > "src/answer_$n.sh";; esac
echo done`,
  );

/** A service with these workers, a sandbox and two slots. */
export const trialHarness = (workers: readonly Worker[], options: HarnessOptions = {}, directory?: string) =>
  harnessIn(
    { workers: 2, sandbox: sandboxOfMachine(), availableWorkers: [...workers], ...options },
    directory,
  );

const harnessIn = async (options: HarnessOptions, directory: string | undefined): Promise<Harness> =>
  directory === undefined
    ? await harness(options)
    : await (await import("../harness.ts")).Harness.open(options, directory);

/** The trial when nothing is being done for it. */
export async function rested(h: Harness, id: string): Promise<ShownTrial> {
  await h.service.trials.idle();
  return await h.operator("GET /trials/:id", { params: { id } });
}

/** Finds the cases of a repository. */
export async function found(h: Harness, repository: TestRepository, more: object = {}): Promise<ShownTrial> {
  const { id } = await h.operator("POST /trials", {
    body: { repoPath: repository.root, verifier: VERIFIER, ...more },
  });
  return await rested(h, id);
}

/** Starts workers at the cases of a trial, as its plan was shown. */
export async function begun(h: Harness, id: string, workers: string[], more: object = {}): Promise<void> {
  const asked = { workers, ...more };
  const { sha256 } = await h.operator("POST /trials/:id/plan", { params: { id }, body: asked });
  await h.operator("POST /trials/:id/start", { params: { id }, body: { asked, sha256 } });
}

/** Lets workers attempt all cases of a repository. */
export async function tried(
  h: Harness,
  repository: TestRepository,
  workers: string[],
  more: object = {},
): Promise<ShownTrial> {
  const { id } = await found(h, repository);
  await begun(h, id, workers, more);
  return await rested(h, id);
}
