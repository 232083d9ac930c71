import { gzipSync } from "node:zlib";
import { join } from "node:path";
import type { ShownTrial } from "../../services/execution/trials/schemas.ts";
import { isTest } from "../../services/execution/trials/paths.ts";
import { commandWorker } from "../../services/workforce/worker_kinds/command/worker.ts";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import type { TrialCase } from "../../store/trials/document.ts";
import type { Harness } from "../harness.ts";
import { Random } from "../recovery/load/random.ts";
import { sandboxOfMachine } from "../sandbox.ts";
import { type Asked, wholeNumber } from "../soak/trial.ts";
import { temporaryDirectory } from "../temporary.ts";
import { begun, trialHarness } from "./past.ts";

/** The workers, by the share of cases whose real change they are handed. */
const WORKERS = [["first", 0.6], ["second", 0.3]] as const;

/** The longest argument of a program. */
const MAX_ARGUMENT = 120_000;

const APPLY = `test -z "$0" || printf %s "$0" | base64 -d | gunzip | patch -p1 -s -f && echo done`;

/**
 * Finds cases in a real history, lets two programs attempt them that are handed the real change of a seeded share of the cases, and
 * says what was found, what they solved, and whether they are told apart. Returns 1 if one solved what it was not handed.
 */
export async function tryHistory(asked: Asked): Promise<number> {
  const { words: [root = ""], values: { readable, kept }, seed, say } = asked;
  const directory = kept ?? temporaryDirectory();
  Deno.mkdirSync(directory, { recursive: true });
  const patches = new Map<string, string>();
  const handed = WORKERS.map(() => new Set<string>());
  // A trial that was killed goes on as soon as the service is open.
  const known = Promise.withResolvers<void>();
  const workers = WORKERS.map(([id], i) =>
    handing(id, async (request) => {
      await known.promise;
      return handed[i]!.has(request) ? patches.get(request) : "";
    })
  );
  const h = await trialHarness(workers, {}, directory);
  await using _ = { [Symbol.asyncDispose]: () => kept === undefined ? h[Symbol.asyncDispose]() : h.close() };
  Deno.writeTextFileSync(
    join(directory, "sandbox.json"),
    JSON.stringify({ readable: readable?.split(",") ?? [] }),
  );
  const until = performance.now() + wholeNumber(asked, "minutes", 120) * 60_000;
  const earlier = (await h.operator("GET /trials", {}))[0];
  const id = earlier?.id ?? await find(h, asked);
  if (earlier?.status === "stopped") await h.operator("POST /trials/:id/resume", { params: { id } });
  const found = earlier?.planned ? await shown(h, id) : await restedOrStopped(h, id, until, say);
  if (!found.plan && found.status !== "ready") return 0;
  sayFound(found, say);
  const proved = found.cases.filter(({ outcome }) => outcome === "proved");
  const random = new Random(seed);
  for (const [i, of] of proved.entries()) {
    patches.set(of.request, patchOf(root, of));
    for (const [j, [, share]] of WORKERS.entries()) {
      if (random.next() < share) handed[j]!.add(proved[i]!.request);
    }
  }
  known.resolve();
  if (proved.length === 0) return 0;
  if (!found.plan) await begun(h, id, WORKERS.map(([name]) => `${name}/program`), { attemptMinutes: 10 });
  const done = await restedOrStopped(h, id, until, say);
  if (done.status !== "completed") return 0;
  return sayResult(done, handed, say);
}

/** A program that is handed a patch for some requests, and does nothing for the others. */
function handing(id: string, patchFor: (request: string) => Promise<string | undefined>): Worker {
  const worker = (patch: string) =>
    commandWorker({ id, command: ["sh", "-c", APPLY, patch], model: "program" }, sandboxOfMachine);
  return {
    ...worker(""),
    perform: async (task) => await worker(await patchFor(task.instructions) ?? "").perform(task),
  };
}

const shown = (h: Harness, id: string): Promise<ShownTrial> =>
  h.operator("GET /trials/:id", { params: { id } });

async function find(h: Harness, asked: Asked): Promise<string> {
  const { words: [repoPath = ""], values: { verifier, setup = null }, count: commits } = asked;
  if (verifier === undefined) throw new RangeError("Say what verifies a result: --verifier.");
  const body = { repoPath, verifier, setup, commits, maxMinutes: wholeNumber(asked, "proving", 60) };
  return (await h.operator("POST /trials", { body })).id;
}

/** Waits until nothing is done for the trial, or stops it at the given time. */
async function restedOrStopped(
  h: Harness,
  id: string,
  until: number,
  say: (line: string) => void,
): Promise<ShownTrial> {
  const left = AbortSignal.timeout(Math.max(1, Math.round(until - performance.now())));
  const late = new Promise<void>((resolve) =>
    left.addEventListener("abort", () => resolve(), { once: true })
  );
  const idle = h.service.trials.idle();
  await Promise.race([idle, late]);
  const { status } = await shown(h, id);
  if (left.aborted && (status === "finding" || status === "running")) {
    await h.operator("POST /trials/:id/stop", { params: { id } });
    const { cases, ended, planned } = await shown(h, id);
    say(
      `Stopped with ${cases.length} candidates looked at, ${ended} of ${planned} attempts ended: call it again with --kept.`,
    );
  }
  return await shown(h, id);
}

function sayFound(
  { commits, candidates, cases, proved, dropped }: ShownTrial,
  say: (line: string) => void,
): void {
  const seconds = Math.round(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000);
  const why = Object.entries(dropped).map(([outcome, n]) => `${n} ${outcome}`).join(", ") || "none";
  say(
    `${proved} cases in ${commits} commits: ${cases.length} of ${candidates} candidates were looked at in ${seconds} s; dropped: ${why}.`,
  );
}

/** What a case changes besides its tests, as an argument of a program; empty where that is too long for one. */
function patchOf(root: string, { id, base, files }: TrialCase): string {
  const git = (...args: string[]) =>
    new Deno.Command("git", { args: ["-C", root, ...args] }).outputSync().stdout;
  const names = new TextDecoder().decode(git("diff", "--name-only", "-z", base, id)).split("\0")
    .filter((path) => path !== "" && !isTest(path));
  if (files === 0) return "";
  const text = gzipSync(git("diff", "--no-renames", base, id, "--", ...names)).toString("base64");
  return text.length > MAX_ARGUMENT ? "" : text;
}

function sayResult(
  { cases, attempts, result: { workers, pairs } }: ShownTrial,
  handed: readonly ReadonlySet<string>[],
  say: (line: string) => void,
): number {
  const requests = new Map(cases.map(({ id, request }) => [id, request]));
  let wrong = 0;
  for (const [i, { worker, solved, n, low, high, milliseconds }] of workers.entries()) {
    const own = attempts.filter((each) => `${each.worker.provider}/${each.worker.model}` === worker);
    const of = (outcome: string, isHanded: boolean) =>
      own.filter(({ caseId, end }) =>
        end?.outcome === outcome && handed[i]!.has(requests.get(caseId)!) === isHanded
      ).length;
    wrong += of("solved", false);
    const [from, to] = [low, high].map((share) => Math.round(100 * share));
    say(
      `${worker} solved ${solved} of ${n} (${from} to ${to} %) in ${Math.round(milliseconds / 1000)} s; of ${
        handed[i]!.size
      } that it was handed, ${of("unsolved", true)} were not solved; of the others, ${
        of("solved", false)
      } were.`,
    );
  }
  for (const { verdict, sentence } of pairs) say(`${verdict}: ${sentence}`);
  return wrong > 0 ? 1 : 0;
}
