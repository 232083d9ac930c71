import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { baseName, counted, duration, firstLine, relativeTime } from "../../client/words.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { type Columns, section } from "./section.ts";
import { inOrder } from "./value.ts";

type ShownTrial = Result<Api["GET /trials/:id"]>;
type Solving = ShownTrial["result"]["workers"][number];

/** How wide a bar of a share is. */
const WIDTH = 40;

/** Trials as a table, with how far each is. */
export const trialTable = (trials: Result<Api["GET /trials"]>, columns: Columns): string[] =>
  inOrder(
    trials.map(({ id, status, root, proved, candidates, ended, planned, createdAt, statusDetail }) => ({
      id,
      status,
      repository: baseName(root),
      cases: `${proved} of ${candidates}`,
      attempts: planned === 0 ? "" : `${ended} of ${planned}`,
      begun: relativeTime(Date.parse(createdAt), Date.now()),
      detail: oneLine(statusDetail),
    })),
    columns,
  );

/** The cases of a trial, what its workers made of them, and what to type next. */
export function trialLines(trial: ShownTrial): string[] {
  return [...linesOf(trial), "", ...nextWords(trial).map((line) => paint.dim(line))];
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
          `${cost(each.costUsd)} in all${perSolved(each)}; broke something else: ${each.broke.length}`,
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
  if (trial.cases.length === 0) return;
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

/** How far a trial is, and the commands that follow. */
function nextWords(
  { id, status, cases, candidates, proved, ended, planned, result: { pairs } }: ShownTrial,
): string[] {
  const again = `Look again: agent-harness trial show ${id}`;
  switch (status) {
    case "finding":
      return [`${cases.length} of ${counted(candidates, "candidate")} were looked at. ${again}`];
    case "ready":
      return [
        ...(proved > 0
          ? [
            `Let workers attempt them: agent-harness trial start ${id} --worker <provider/model> <provider/model>`,
            "List the models: agent-harness models list",
          ]
          : ["Nothing can be attempted. Look with another verifier or setup, or at more commits."]),
        ...(cases.length < candidates
          ? [`Look at the other candidates: agent-harness trial resume ${id}`]
          : []),
      ];
    case "running":
      return [`${ended} of ${counted(planned, "attempt")} have ended. ${again}`];
    case "stopped":
      return [`Continue: agent-harness trial resume ${id}`];
    case "completed": {
      const better = pairs.flatMap(({ verdict, first, second }) =>
        verdict === "first" ? [first] : verdict === "second" ? [second] : []
      );
      return better.slice(0, 1).map((worker) =>
        `Propose it as the default: agent-harness trial propose ${id} --worker ${oneLine(worker)}`
      );
    }
    case "deleting":
      return [];
  }
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

/** What a solved case took; nothing where none is solved. */
const perSolved = ({ usdPerSolved, millisecondsPerSolved }: Solving): string =>
  millisecondsPerSolved === null
    ? ""
    : `, ${cost(usdPerSolved)} and ${duration(millisecondsPerSolved)} a solved case`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const cost = (usd: number | null): string => usd === null ? "unknown" : `$${usd.toFixed(4)}`;

/** Draws where the share of a worker lies: the interval as a line, and the share itself. */
function bar({ solved, n, low, high }: Solving): string {
  const at = (share: number) => Math.min(WIDTH - 1, Math.floor(share * WIDTH));
  return Array.from(
    { length: WIDTH },
    (_, i) => n > 0 && i === at(solved / n) ? "●" : i >= at(low) && i <= at(high) ? "━" : "·",
  ).join("");
}
