import { type Command, InvalidArgumentError } from "commander";
import type { SavedWorkflow } from "../../services/control/workflows/schemas.ts";
import { addServiceOptions } from "../derived/options.ts";
import { EXIT, UsageError } from "../exit_codes.ts";
import type { Setup } from "../definition.ts";
import { LOCAL } from "../local.later.ts";
import { connect, type ServiceClient, type ServiceOptions } from "../service/connection.ts";
import { resolveId } from "../service/resolve.ts";
import type { Shell } from "../shell.ts";
import { paint } from "../terminal/paint.ts";
import { findByName, readWorkflow } from "./save_file.ts";
import { isWorkflowFile } from "./workflow_file.ts";
import { workflowsGroup } from "./group.ts";

type Options = ServiceOptions & { from?: number; to?: number; json?: boolean };
type Difference = NonNullable<SavedWorkflow["diff"]>;

const HELP = `
Examples:
  $ agent-harness workflows diff workflow_01 --from 1 --to 3
  $ agent-harness workflows diff fix.yaml
  $ agent-harness workflows diff workflow_01 --json`;

/** `workflows diff`: compares two versions: nodes, and what they may touch. */
export function defineDiff(program: Command, { shell, finish }: Setup): void {
  const command = workflowsGroup(program).command("diff")
    .description("Compare two versions of a workflow: nodes, and what they may touch.")
    .argument(
      "<saved-workflow>",
      "a saved workflow, or a file to compare with a version of the same name",
    )
    .option(
      "--from <version>",
      "the earlier version (default: the one before --to, or the newest before a file)",
      version,
    )
    .option("--to <version>", "the later version (default: the newest)", version)
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (id: string) => {
    finish(await diff(shell, id, command.optsWithGlobals<Options>()));
  });
}

async function diff(shell: Shell, typed: string, options: Options): Promise<number> {
  const { output } = shell;
  const connection = connect(shell, options);
  const found = isWorkflowFile(typed)
    ? await diffOfFile(connection, typed, options)
    : await diffOfVersions(connection, typed, options);
  if (options.json) output.json(found.diff);
  else if (!found.diff) output.talk(found.why);
  else for (const line of linesOf(found.diff, found.after)) output.data(line);
  return EXIT.done;
}

type Found = { diff: Difference | null; after: string; why: string };

/** Compares a file with a version of the workflow of the same name, by default the newest. */
async function diffOfFile(
  connection: ServiceClient,
  file: string,
  { from, to }: Options,
): Promise<Found> {
  if (to !== undefined) throw new UsageError("A file is the later version, so leave out --to.");
  const { definition } = await readWorkflow(file);
  const id = await findByName(connection, definition.name);
  const after = `the file ${file}`;
  if (id === undefined) {
    return { diff: null, after, why: `No workflow named "${definition.name}" is saved yet.` };
  }
  const query = { ...(from !== undefined && { version: from }) };
  const saved = await connection.call("GET /saved-workflows/:id", { params: { id }, query });
  const { requireValid } = await LOCAL.workflowSources();
  const { differenceOf } = await LOCAL.workflowDifference();
  const before = { number: saved.version, ...await requireValid(saved.source) };
  return { diff: differenceOf(before, { number: saved.latestVersion + 1, definition }), after, why: "" };
}

async function diffOfVersions(
  connection: ServiceClient,
  typed: string,
  options: Options,
): Promise<Found> {
  const id = await resolveId(connection, "/saved-workflows", typed);
  const workflow = await connection.call("GET /saved-workflows/:id", {
    params: { id },
    query: {
      ...(options.to !== undefined && { version: options.to }),
      ...(options.from !== undefined && { against: options.from }),
    },
  });
  const why = `${workflow.name} has no version before ${workflow.version}.`;
  return { diff: workflow.diff ?? null, after: `version ${workflow.version}`, why };
}

const COLOURS = { added: paint.green, removed: paint.red, changed: paint.yellow } as const;

function linesOf({ from, nodes, blastRadius }: Difference, after: string): string[] {
  if (nodes.length + blastRadius.length === 0) {
    return [`Version ${from} and ${after} are equivalent.`];
  }
  return [
    paint.bold(`From version ${from} to ${after}`),
    ...nodes.map(({ id, change }) => `  node ${id}  ${COLOURS[change](change)}`),
    ...blastRadius.flatMap(({ id, added, removed, basis }) => [
      ...added.map((item) => `  ${id}  ${paint.green(`+ ${item}`)}`),
      ...removed.map((item) => `  ${id}  ${paint.red(`- ${item}`)}`),
      ...(basis ? [`  ${id}  ${basis}`] : []),
    ]),
  ];
}

function version(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new InvalidArgumentError("Use the number of a version, from 1.");
  }
  return Number(text);
}
