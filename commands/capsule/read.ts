import { join, resolve } from "node:path";
import type { CapsuleReport, ReadCapsule, Rerun } from "../../services/operations/capsules/mod.ts";
import { counted } from "../../client/words.ts";
import { messageOf } from "../../store/shared/message_of.ts";
import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { LOCAL } from "../local.later.ts";
import type { Shell } from "../shell.ts";
import { neutralise, oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { isSure } from "../terminal/terminal.ts";
import { pad } from "../terminal/width.ts";

/** The flags of the commands that read a capsule. */
export type OpenOptions = { signer?: string[]; json?: boolean; yes?: boolean; to?: string };

/** Prints every check of a capsule. Returns the exit code. */
export async function verifyHere(shell: Shell, file: string, options: OpenOptions): Promise<number> {
  return await withCapsule(file, options, (report) => {
    if (options.json) shell.output.json(shown(report));
    else printReport(shell, report);
    return report.ok ? EXIT.done : EXIT.failed;
  });
}

/** Writes a capsule as files. Returns the exit code. */
export async function openHere(
  shell: Shell,
  file: string,
  options: OpenOptions & { to: string },
): Promise<number> {
  return await withCapsule(file, options, async (report) => {
    if (!options.json || !report.capsule) printReport(shell, report);
    const { capsule } = report;
    if (!capsule) return EXIT.failed;
    const files = capsule.base?.files.length ?? 0;
    const question = `Write ${counted(files, "file")} of a stranger's repository to ${oneLine(options.to)}?`;
    if (!await agreed(shell, report, question, options)) return EXIT.failed;
    const { openCapsule } = await LOCAL.capsules();
    const opened = await asUsage(() => openCapsule(capsule, resolve(options.to)));
    if (options.json) shell.output.json(opened);
    else {
      shell.output.data(
        `${paint.green("✓")} ${oneLine(opened.directory)}: ${counted(opened.files, "file")} of the base, ${
          counted(opened.evidence, "piece")
        } of evidence, ${counted(opened.transcripts, "transcript")}. Nothing was executed.`,
      );
    }
    return EXIT.done;
  });
}

/** Runs the verifier of a capsule again. Returns the exit code. */
export async function rerunHere(shell: Shell, file: string, options: OpenOptions): Promise<number> {
  return await withCapsule(file, options, async (report, scratch) => {
    if (!options.json || !report.capsule) printReport(shell, report);
    const { capsule } = report;
    if (!capsule) return EXIT.failed;
    const { commandsOf, requireEmpty } = await LOCAL.capsules();
    const { request, setup, verifier } = await asUsage(() => commandsOf(capsule));
    const { output } = shell;
    output.talk(`\nRequest:   ${oneLine(request)}`);
    output.talk(`Setup:     ${setup === null ? "none" : oneLine(setup)}`);
    output.talk(`Verifier:  ${oneLine(verifier)}`);
    output.talk("They run in the sandbox of this machine, without network, on a copy of the result.");
    if (!await agreed(shell, report, "Run them?", options)) return EXIT.failed;
    const directory = options.to === undefined ? join(scratch, "repository") : resolve(options.to);
    await asUsage(() => requireEmpty(directory));
    const rerun = await run(shell, capsule, directory, scratch);
    if (options.json) output.json(rerun);
    else printRerun(shell, rerun, verifier);
    return rerun.same ? EXIT.done : EXIT.failed;
  });
}

async function run(shell: Shell, capsule: ReadCapsule, directory: string, scratch: string): Promise<Rerun> {
  const { codeDirectory, untilAsked } = await LOCAL.main();
  const { openMachineStorage } = await LOCAL.worker();
  const { rerunCapsule } = await LOCAL.capsules();
  const stop = new AbortController();
  void untilAsked().then(() => stop.abort());
  const place = join(scratch, "machine");
  await Deno.mkdir(place, { mode: 0o700 });
  const log = { info: () => {}, error: (line: string) => shell.output.talk(line) };
  const given = { environment: shell.environment, codeDirectory: codeDirectory(), log };
  using storage = await openMachineStorage(place, given);
  return await asUsage(() => rerunCapsule(storage.service, capsule, directory, stop.signal));
}

/** Reads a capsule in a temporary directory. */
async function withCapsule(
  file: string,
  options: OpenOptions,
  work: (report: CapsuleReport, scratch: string) => number | Promise<number>,
): Promise<number> {
  const known = await knownSigners(options);
  const { readCapsule } = await LOCAL.capsules();
  const scratch = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-capsule-" }));
  try {
    const into = join(scratch, "capsule");
    await Deno.mkdir(into, { mode: 0o700 });
    const report = await readCapsule(resolve(file), into, known).catch((cause) => {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
      throw new ExitError(EXIT.notFound, `The file ${oneLine(file)} does not exist.`);
    });
    return await work(report, scratch);
  } finally {
    const { removeTree } = await LOCAL.capsules();
    await removeTree(scratch);
  }
}

/** Asks for a yes. An unknown signer is named in the question, and `--yes` does not answer it. */
async function agreed(
  { terminal }: Shell,
  { known, signer }: CapsuleReport,
  question: string,
  { yes }: OpenOptions,
): Promise<boolean> {
  if (known) return await isSure(terminal, question, yes);
  if (!terminal.interactive || yes) {
    throw new ExitError(
      EXIT.notAuthorised,
      `The signer ${signer} is unknown here, so nothing was written or run. If you trust it, add --signer ${signer}.`,
    );
  }
  return await isSure(terminal, `The signer ${signer} is unknown. ${question}`, undefined);
}

/** Returns the fingerprints that were named, and those in the files that were. Throws `UsageError`. */
async function knownSigners({ signer = [] }: OpenOptions): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(signer.map(async (named) => {
    if (named.startsWith("SHA256:") || HEXADECIMAL.test(named)) return named;
    return await Deno.readTextFile(named).catch((cause) => {
      throw new UsageError(`The file ${oneLine(named)} cannot be read: ${messageOf(cause)}.`);
    });
  }));
  const all = texts.join("\n").split("\n").map((line) => line.trim().split(/\s/)[0] ?? "")
    .filter((line) => line !== "" && !line.startsWith("#")).map(asFingerprint);
  const wrong = all.find((each) => !/^SHA256:[A-Za-z0-9+/]{43}$/.test(each));
  if (wrong === undefined) return new Set(all);
  throw new UsageError(`"${oneLine(wrong)}" is no fingerprint. One looks like SHA256:… with 43 characters.`);
}

/** The fingerprint of a worker machine's key, as `agent-harness workers list` shows it. */
const HEXADECIMAL = /^[0-9a-f]{64}$/;

const asFingerprint = (line: string): string =>
  HEXADECIMAL.test(line) ? `SHA256:${Uint8Array.fromHex(line).toBase64({ omitPadding: true })}` : line;

async function asUsage<T>(work: () => T | Promise<T>): Promise<T> {
  const { InvalidError } = await LOCAL.errors();
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof InvalidError) throw new UsageError(cause.message);
    throw cause;
  }
}

const shown = ({ capsule, ...report }: CapsuleReport) => ({
  ...report,
  manifest: capsule?.manifest ?? null,
});

function printReport({ output }: Shell, { ok, checks, capsule }: CapsuleReport): void {
  for (const check of checks) {
    const mark = check.ok ? paint.green("✓") : paint.red("✗");
    output.data(`${mark} ${pad(check.name, 10)} ${oneLine(check.detail)}`);
  }
  for (const { what, why } of capsule?.manifest.leftOut ?? []) {
    output.data(`  ${pad("left out", 10)} ${oneLine(what)}: ${LEFT_OUT[why]}`);
  }
  if (ok) output.data(`\n${paint.green("Verified: it is what its signer exported.")}`);
  else if (capsule) output.data(`\n${paint.yellow("Intact, but signed by an unknown key.")}`);
  else output.data(`\n${paint.red("Not verified. Nothing in it is used.")}`);
}

/** Why something is not in a capsule, in words. */
export const LEFT_OUT = {
  secret: "it contains a secret",
  damaged: "its file is missing or damaged",
  too_large: "it is too large",
} as const;

function printRerun(
  { output }: Shell,
  { same, here, recorded, tree, output: text }: Rerun,
  verifier: string,
) {
  if (text !== "") output.data(neutralise(text));
  const code = (exitCode: number | null) => exitCode === null ? "" : ` with exit code ${exitCode}`;
  output.data(`${oneLine(verifier)} on the tree ${tree}`);
  output.data(`  here:      ${here.outcome}${code(here.exitCode)}`);
  output.data(`  recorded:  ${recorded.outcome}${code(recorded.exitCode)}`);
  output.data(same ? paint.green("The same.") : paint.red("Not the same."));
}
