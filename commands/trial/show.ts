import type { Command } from "commander";
import type { ShownTrial } from "../../services/execution/trials/schemas.ts";
import { counted, duration, firstLine } from "../../client/words.ts";
import { GROUPS, type Setup } from "../definition.ts";
import { addServiceOptions } from "../derived/options.ts";
import { EXIT } from "../exit_codes.ts";
import { section } from "../render/section.ts";
import { connect, type ServiceOptions } from "../service/connection.ts";
import { resolveId } from "../service/resolve.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";

const HELP = `
Examples:
  $ agent-harness trial show <trial>`;

/** How wide a bar of a share is. */
const WIDTH = 40;

/** Returns the group of the commands about trials, both hand-written and derived. */
export const trialGroup = (program: Command): Command =>
  program.commands.find((command) => command.name() === "trial") ??
    program.command("trial").helpGroup(GROUPS.api).helpCommand(false);

/** `trial show`: the comparison of the workers of a trial, and its cases. */
export function defineShow(program: Command, { shell, finish }: Setup): void {
  const command = trialGroup(program).command("show")
    .description("Show the cases of a trial, and what its workers made of them, with confidence intervals.")
    .argument("<id>", "the trial").addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (id: string) =>
    finish(await show(shell, id, command.optsWithGlobals<ServiceOptions>()))
  );
}

async function show(
  shell: Shell,
  typed: string,
  options: ServiceOptions & { json?: boolean },
): Promise<number> {
  const connection = connect(shell, options);
  const id = await resolveId(connection, "/trials", typed);
  const trial = await connection.call("GET /trials/:id", { params: { id } });
  if (options.json) shell.output.json(trial);
  else for (const line of linesOf(trial)) shell.output.data(line);
  return EXIT.done;
}

function* linesOf(trial: ShownTrial): Generator<string> {
  const { result: { workers, pairs, groups } } = trial;
  yield `${paint.bold(trial.id)}  ${trial.status}: ${oneLine(trial.statusDetail)}`;
  const dropped = Object.entries(trial.dropped).map(([why, n]) => `${n} ${why}`).join(", ");
  yield `${counted(trial.proved, "case")} of ${counted(trial.candidates, "candidate")} in ${
    counted(trial.commits, "commit")
  } and ${counted(trial.runs, "run")}${dropped === "" ? "" : `; dropped: ${dropped}`}`;
  if (workers.length > 0) {
    yield* section(
      "Solved, with 95 % confidence",
      workers.flatMap((each) => [
        `${oneLine(each.worker)}: ${each.solved} of ${each.n}${each.left > 0 ? `, ${each.left} left` : ""}`,
        `${bar(each)} ${percent(each.low)} to ${percent(each.high)}`,
        paint.dim(
          `${cost(each.costUsd)} in all, ${cost(each.usdPerSolved)} and ${
            each.millisecondsPerSolved === null ? "–" : duration(each.millisecondsPerSolved)
          } a solved case; broke something else: ${each.broke.length}`,
        ),
      ]),
    );
  }
  if (pairs.length > 0) yield* section("Differences", pairs.map(({ sentence }) => oneLine(sentence)));
  if (groups.length > 0) {
    yield* section(
      "By kind of change and language",
      groups.map((each) =>
        `${each.name}: ${oneLine(each.worker)} ${each.solved} of ${each.n} (${percent(each.low)} to ${
          percent(each.high)
        })`
      ),
    );
  }
  yield* section(
    "Cases",
    trial.cases.flatMap(({ id, outcome, request, detail, written }) => [
      outcome === "proved"
        ? `${paint.green("✓")} ${id.slice(0, 12)} ${oneLine(firstLine(request))}`
        : `${paint.yellow("–")} ${id.slice(0, 12)} ${oneLine(firstLine(request))} ${
          paint.dim(`${outcome}: ${oneLine(detail)}`)
        }`,
      ...(written ? [writtenLine(written)] : []),
    ]),
  );
}

/** What a model wrote instead of the message, or why that is not used. */
function writtenLine(
  { provider, model, text, refused }: NonNullable<ShownTrial["cases"][number]["written"]>,
): string {
  const by = oneLine(`${provider}/${model}`);
  return refused === null
    ? `  ${paint.dim(`written by ${by}:`)} ${oneLine(text)}`
    : `  ${paint.yellow(`What ${by} wrote is not used: ${oneLine(refused)}`)}`;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const cost = (usd: number | null): string => usd === null ? "unknown" : `$${usd.toFixed(4)}`;

/** Draws where the share of a worker lies: the interval as a line, and the share itself. */
function bar({ solved, n, low, high }: ShownTrial["result"]["workers"][number]): string {
  const at = (share: number) => Math.min(WIDTH - 1, Math.floor(share * WIDTH));
  return Array.from(
    { length: WIDTH },
    (_, i) => n > 0 && i === at(solved / n) ? "●" : i >= at(low) && i <= at(high) ? "━" : "·",
  ).join("");
}
