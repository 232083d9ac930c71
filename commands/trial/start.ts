import type { Command } from "commander";
import type { ShownTrialPlan } from "../../services/execution/trials/schemas.ts";
import { counted } from "../../client/words.ts";
import type { Setup } from "../definition.ts";
import { addServiceOptions } from "../derived/options.ts";
import { EXIT, UsageError } from "../exit_codes.ts";
import { connect, type ServiceOptions } from "../service/connection.ts";
import { resolveId } from "../service/resolve.ts";
import { namingFlags } from "../service/with_flags.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { requireYes } from "../terminal/terminal.ts";
import { trialGroup } from "./show.ts";

type Options = ServiceOptions & {
  worker: string[];
  cases?: string;
  writeWith?: string;
  maxCost?: string;
  attemptCost?: string;
  attemptMinutes?: string;
  yes?: boolean;
  json?: boolean;
};

const HELP = `
Examples:
  $ agent-harness trial start <trial> --worker anthropic/claude-sonnet-4-5 builtin/recipe --max-cost 20 --attempt-cost 0.5`;

/** The flags of the fields of a request. */
const FLAGS = {
  workers: "--worker",
  cases: "--cases",
  writer: "--write-with",
  maxCostUsd: "--max-cost",
  attemptUsd: "--attempt-cost",
  attemptMinutes: "--attempt-minutes",
};

/** `trial start`: shows what a trial costs at worst and what leaves, asks, and starts it. */
export function defineStart(program: Command, { shell, finish }: Setup): void {
  const command = trialGroup(program).command("start")
    .description(
      "Show what a trial would cost at worst, what would leave this machine and to whom, ask once, and start it.",
    )
    .argument("<trial>", "the trial, whose cases are found")
    .requiredOption("--worker <name...>", "who attempts the cases: provider/model")
    .option("--cases <n>", "how many cases, the newest first (default: all)")
    .option("--write-with <model>", "let a model write the requests: provider/model (default: the messages)")
    .option("--max-cost <usd>", "the most that the trial may cost")
    .option("--attempt-cost <usd>", "the most that one attempt may cost")
    .option("--attempt-minutes <n>", "how long one attempt may take (default: 30)")
    .option("--yes", "start without asking").addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (id: string) =>
    finish(await namingFlags(FLAGS, () => start(shell, id, command.optsWithGlobals<Options>())))
  );
}

async function start(shell: Shell, typed: string, options: Options): Promise<number> {
  const { output, terminal } = shell;
  const connection = connect(shell, options);
  const id = await resolveId(connection, "/trials", typed);
  const numbers = {
    cases: numberOf("--cases", options.cases),
    maxCostUsd: numberOf("--max-cost", options.maxCost),
    attemptUsd: numberOf("--attempt-cost", options.attemptCost),
    attemptMinutes: numberOf("--attempt-minutes", options.attemptMinutes),
  };
  const given = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
  const { writeWith: writer } = options;
  const asked = { workers: options.worker, ...given, ...(writer !== undefined && { writer }) };
  const shown = await connection.call("POST /trials/:id/plan", { params: { id }, body: asked });
  for (const line of linesOf(shown)) options.json ? output.talk(line) : output.data(line);
  await requireYes(terminal, `Start ${counted(shown.attempts, "attempt")}?`, options.yes);
  const { sha256 } = shown;
  const trial = await connection.call("POST /trials/:id/start", {
    params: { id },
    body: { asked, sha256 },
  });
  if (options.json) output.json(trial);
  else output.data(`${paint.green("✓")} Started. Look with: agent-harness trial show ${id}`);
  return EXIT.done;
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) {
    throw new UsageError(`${name} takes a number, not "${text}".`);
  }
  return value;
}

function* linesOf({ attempts, plan, cost, leaves, notes }: ShownTrialPlan): Generator<string> {
  yield `${counted(attempts, "attempt")}: ${counted(plan.workers.length, "worker")} at ${
    counted(plan.caseIds.length, "case")
  }. ${cost}`;
  for (const { worker, to, privacy, what } of leaves) {
    yield `  ${oneLine(worker)} → ${oneLine(to)} (${privacy}): ${what}`;
  }
  for (const note of notes) yield paint.dim(note);
}
