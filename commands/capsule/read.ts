import { join, resolve } from "node:path";
import type { CapsuleReport, ReadCapsule, Rerun } from "../../services/operations/capsules/mod.ts";
import { counted } from "../../client/words.ts";
import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { LOCAL } from "../local.later.ts";
import { untilInterrupted } from "../service/stream.ts";
import type { Shell } from "../shell.ts";
import { neutralise, oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { requireYes } from "../terminal/terminal.ts";
import { pad } from "../terminal/width.ts";
import { knownSigners, ownSigner } from "./signers.ts";

/** The flags of the commands that read a capsule. */
export type OpenOptions = { signer?: string[]; json?: boolean; yes?: boolean; to?: string };

/** Prints every check of a capsule. Returns the exit code. */
export async function verifyHere(shell: Shell, file: string, options: OpenOptions): Promise<number> {
  return await withCapsule(shell, file, options, (report) => {
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
  return await withCapsule(shell, file, options, async (report, { signal }) => {
    if (!options.json || !report.capsule) printReport(shell, report);
    const { capsule } = report;
    if (!capsule) return EXIT.failed;
    const files = capsule.base?.files.length ?? 0;
    const question = `Write ${counted(files, "file")} of a stranger's repository to ${oneLine(options.to)}?`;
    await requireAgreement(shell, report, question, { ...options, signal });
    const { openCapsule } = await LOCAL.capsules();
    const opened = await asUsage(() => openCapsule(capsule, resolve(options.to), signal));
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
  return await withCapsule(shell, file, options, async (report, { scratch, signal }) => {
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
    await requireAgreement(shell, report, "Run them?", { ...options, signal });
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

/** Reads a capsule in a temporary directory, which is removed, also after Ctrl-C. */
async function withCapsule(
  shell: Shell,
  file: string,
  options: OpenOptions,
  work: (report: CapsuleReport, place: { scratch: string; signal: AbortSignal }) => number | Promise<number>,
): Promise<number> {
  const known = await knownSigners(options.signer ?? []);
  const own = await ownSigner(shell);
  const { readCapsule, removeTree } = await LOCAL.capsules();
  const { signal, release } = untilInterrupted();
  const scratch = await Deno.realPath(await Deno.makeTempDir({ prefix: "agent-harness-capsule-" }));
  try {
    const into = join(scratch, "capsule");
    await Deno.mkdir(into, { mode: 0o700 });
    const report = await readCapsule(resolve(file), into, known, { own, signal }).catch((cause) => {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
      throw new ExitError(EXIT.notFound, `The file ${oneLine(file)} does not exist.`);
    });
    signal.throwIfAborted();
    return await work(report, { scratch, signal });
  } catch (cause) {
    if (cause !== signal.reason) throw cause;
    throw new ExitError(EXIT.failed, "Interrupted. What was unpacked is removed.");
  } finally {
    await removeTree(scratch);
    release();
  }
}

/** Asks for a yes. An unknown signer is named in the question, and `--yes` does not answer it. */
async function requireAgreement(
  { terminal }: Shell,
  { known, signer }: CapsuleReport,
  question: string,
  { yes, signal }: OpenOptions & { signal: AbortSignal },
): Promise<void> {
  const sure = (text: string, given?: boolean) =>
    Promise.race([requireYes(terminal, text, given), rejectedBy(signal)]);
  if (known) return await sure(question, yes);
  if (!terminal.interactive || yes) {
    throw new ExitError(
      EXIT.notAuthorised,
      `The signer ${signer} is unknown here, so nothing was written or run. If you trust it, add --signer ${signer}.`,
    );
  }
  return await sure(`The signer ${signer} is unknown. ${question}`);
}

const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

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
