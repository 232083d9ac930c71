import { resolve } from "node:path";
import type { Command } from "commander";
import type { CapsuleContents } from "../../services/operations/capsules/schemas.ts";
import { ApiError } from "../../client/client.ts";
import { counted } from "../../client/words.ts";
import { messageOf } from "../../store/shared/message_of.ts";
import { GROUPS, type Setup } from "../definition.ts";
import { namedPlace } from "../named_place.ts";
import { addServiceOptions } from "../derived/options.ts";
import { EXIT, ExitError, UsageError } from "../exit_codes.ts";
import { connect, type ServiceOptions } from "../service/connection.ts";
import { untilInterrupted } from "../service/stream.ts";
import { resolveId } from "../service/resolve.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { requireYes } from "../terminal/terminal.ts";
import { LEFT_OUT } from "./read.ts";

type Options = ServiceOptions & { to?: string; yes?: boolean; json?: boolean };

const HELP = `
Examples:
  $ agent-harness runs capsule <run> fix.capsule --yes`;

/** `runs capsule`: exports a run in one signed file, after it has listed what leaves. */
export function defineExport(program: Command, { shell, finish }: Setup): void {
  const group = program.commands.find((command) => command.name() === "runs") ??
    program.command("runs").helpGroup(GROUPS.api).helpCommand(false);
  const command = group.command("capsule")
    .description(
      "List every file and text of a run that would leave, ask, and export them in one signed file.",
    )
    .argument("<run>", "the run")
    .argument("[file]", "the new file; instead of --to")
    .option("--to <file>", "the new file (default: <run>.capsule)")
    .option("--yes", "export without asking").addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (id: string, argument: string | undefined) => {
    const options = command.optsWithGlobals<Options>();
    const to = namedPlace({ argument, option: options.to, flag: "--to" });
    finish(await exportRun(shell, id, { ...options, ...(to !== undefined && { to }) }));
  });
}

async function exportRun(shell: Shell, typed: string, options: Options): Promise<number> {
  const { output, terminal } = shell;
  const connection = connect(shell, options);
  const id = await resolveId(connection, "/runs", typed);
  const contents = await connection.call("GET /runs/:id/capsule", { params: { id } });
  for (const line of linesOf(contents)) options.json ? output.talk(line) : output.data(line);
  const path = resolve(options.to ?? `${id}.capsule`);
  const question = `Write all of this to ${oneLine(path)}?`;
  await requireYes(terminal, question, options.yes);
  const { contentsSha256, signer } = contents;
  const response = await connection.send(`/runs/${encodeURIComponent(id)}/capsule`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ contentsSha256 }),
  });
  if (!response.ok) throw new ApiError(response.status, (await response.json()).error);
  await write(response.body!, path);
  if (options.json) output.json({ path, signer, contentsSha256 });
  else {
    output.data(`${paint.green("✓")} ${oneLine(path)}`);
    output.data(`  Signed by ${signer}. Give this fingerprint to the receiver by another way than the file.`);
  }
  return EXIT.done;
}

/** Writes a new file, completely or not at all. */
async function write(content: ReadableStream<Uint8Array>, path: string): Promise<void> {
  const { signal, release } = untilInterrupted();
  try {
    await Deno.writeFile(path, content, { createNew: true, mode: 0o600, signal });
  } catch (cause) {
    if (cause instanceof Deno.errors.AlreadyExists) {
      throw new UsageError(`${oneLine(path)} exists. Name another file with --to.`);
    }
    await Deno.remove(path).catch(() => {});
    const why = signal.aborted ? "it was interrupted" : messageOf(cause);
    throw new ExitError(EXIT.failed, `The capsule was not written: ${oneLine(why)}. Nothing of it is left.`);
  } finally {
    release();
  }
}

function* linesOf(
  { files, repositoryFiles, suspicious, leftOut, signer }: CapsuleContents,
): Generator<string> {
  yield paint.bold(`What leaves, signed by ${signer}:`);
  for (const { name, size, secretsRemoved } of files) {
    const removed = secretsRemoved === 0 ? "" : `, ${counted(secretsRemoved, "secret")} removed`;
    yield `  ${oneLine(name)} (${size} bytes${removed})`;
  }
  yield paint.bold(`${counted(repositoryFiles.length, "file")} of the repository, whole:`);
  const marked = new Set(suspicious);
  for (const path of repositoryFiles) {
    yield marked.has(path)
      ? paint.yellow(`  ${oneLine(path)}  looks as if it contained a key`)
      : `  ${oneLine(path)}`;
  }
  if (leftOut.length === 0) return;
  yield paint.bold("What stays here:");
  for (const { what, why } of leftOut) yield `  ${oneLine(what)}: ${LEFT_OUT[why]}`;
}
