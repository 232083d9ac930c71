import type { Command } from "commander";
import { shellWord } from "../client/shell_word.ts";
import { openHere, type OpenOptions, rerunHere, verifyHere } from "./capsule/read.ts";
import { namedPlace, requirePlace } from "./named_place.ts";
import { GROUPS, type Setup } from "./definition.ts";

const HELP = `
Examples:
  $ agent-harness runs capsule <run> fix.capsule
  $ agent-harness capsule verify fix.capsule --signer SHA256:…
  $ agent-harness capsule open fix.capsule fix --signer SHA256:…
  $ agent-harness capsule rerun fix.capsule --signer SHA256:…

Anyone can make a key and sign. Ask the sender for the fingerprint that agent-harness doctor shows on their machine.`;

/** `capsule`: checks, unpacks and runs again what another machine exported, without a service or network. */
export function defineCapsule(program: Command, { shell, finish }: Setup): void {
  const group = program.command("capsule").helpGroup(GROUPS.care).helpCommand(false)
    .summary("verify, open or rerun a run that another machine exported").usage("<command>")
    .addHelpText("after", HELP);
  const define = (name: string, summary: string, description: string) =>
    group.command(name).summary(summary).description(description).argument("<file>", "the capsule")
      .option("--signer <fingerprint...>", "a signer that you trust, or a file with some, one a line")
      .option("--json", "print one JSON document")
      .addHelpText("after", HELP);

  const verifying = define(
    "verify",
    "check every byte, hash and signature of a capsule",
    "Check a capsule without a service, a storage directory or network, and name the first thing that is wrong. Nothing in it is executed. Exits with 0 if it is intact and its signer is one that you trust, else 1.",
  );
  verifying.action(async (file: string) =>
    finish(await verifyHere(shell, file, verifying.optsWithGlobals<OpenOptions>()))
  );

  const opening = define(
    "open",
    "write a capsule as files",
    "Check a capsule and write the files of its base, the evidence, the transcripts and the log into an empty directory. Nothing is executed.",
  ).argument("[directory]", "the target directory, new or empty; instead of --to")
    .option("--to <directory>", "the target directory, new or empty")
    .option("--yes", "do not ask");
  opening.action(async (file: string, argument: string | undefined) => {
    const options = opening.optsWithGlobals<OpenOptions>();
    const named = { argument, option: options.to, flag: "--to" };
    const to = requirePlace(named, `capsule open ${shellWord(file)} <directory>`);
    finish(await openHere(shell, file, { ...options, to }));
  });

  const running = define(
    "rerun",
    "run the verifier of a capsule again",
    "Check a capsule, show what it would run, and after a yes run its setup and verifier on its result, in the sandbox and without network. Exits with 0 if the verifier ends as recorded, else 1.",
  ).argument("[directory]", "keep the repository there; instead of --to")
    .option("--to <directory>", "keep the repository in this directory, new or empty")
    .option("--yes", "do not ask; the signer must be one that you trust");
  running.action(async (file: string, argument: string | undefined) => {
    const options = running.optsWithGlobals<OpenOptions>();
    const to = namedPlace({ argument, option: options.to, flag: "--to" });
    finish(await rerunHere(shell, file, { ...options, ...(to !== undefined && { to }) }));
  });
}
