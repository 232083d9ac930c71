import type { Command } from "commander";
import { shellWord } from "../client/shell_word.ts";
import { createBackup, type CreateOptions } from "./backup/create.ts";
import { listBackupFiles, type ListOptions } from "./backup/list.ts";
import { type PassphraseOptions } from "./backup/passphrase.ts";
import { restore } from "./backup/restore.ts";
import { verify } from "./backup/verify.ts";
import { addServiceOptions } from "./derived/options.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { namingFlags } from "./service/with_flags.ts";
import { namedPlace, requirePlace } from "./named_place.ts";
import { STORAGE_OPTION } from "./storage_place.ts";

const HELP = `
Examples:
  $ agent-harness backup create /mnt/backups
  $ agent-harness backup create --encrypt --passphrase-file ~/.backup-passphrase
  $ agent-harness backup create --after /mnt/backups/agent-harness-20260102T030405678Z.tar.gz
  $ agent-harness backup verify /mnt/backups/agent-harness-20260102T030405678Z.tar.gz
  $ agent-harness backup restore <file> ~/agent-harness-restored

Pass a passphrase by --passphrase-file (- for stdin) or AGENT_HARNESS_BACKUP_PASSPHRASE, never on the command line.
An unencrypted backup is a plain .tar.gz: anyone who has it can read all requests and their results.`;

/** The flags of the fields of a request. */
const FLAGS = { output: "--output", after: "--after", passphrase: "The passphrase" };

type Json = { json?: boolean };

/** `backup`: creates, verifies, restores and lists backups, with or without a running service. */
export function defineBackup(program: Command, { shell, finish }: Setup): void {
  const group = program.command("backup").helpGroup(GROUPS.care).helpCommand(false)
    .summary("create, verify, restore and list backups")
    .description("Back up a whole storage directory in one file: log, artifacts, encrypted secrets.")
    .usage("<command>").addHelpText("after", HELP);

  const create = withPassphrase(
    group.command("create").summary("create a backup, online or offline")
      .description(
        "Create a backup. If a service uses the storage directory, the service creates the backup and keeps running.",
      )
      .argument("[place]", "a directory or a new file; instead of --output")
      .option(
        "--output <place>",
        "a directory or a new file (default: AGENT_HARNESS_BACKUP_DIR, then <storage>/backups)",
      )
      .option(...STORAGE_OPTION)
      .option("--exclude-secrets", "leave out the encrypted secrets")
      .option("--include-master-key", "include the key of the secrets; needs --encrypt")
      .option(
        "--after <backup>",
        "continue this backup (its file or id): store only what its chain does not contain. A restore needs the whole chain, whose older backups still contain what was erased later",
      )
      .option("--encrypt", "encrypt the backup with a passphrase, as an age file"),
  ).addHelpText("after", HELP);
  addServiceOptions(create);
  create.action(async (argument: string | undefined) => {
    const options = create.optsWithGlobals<CreateOptions>();
    const output = namedPlace({ argument, option: options.output, flag: "--output" });
    const placed = { ...options, ...(output !== undefined && { output }) };
    finish(await namingFlags(FLAGS, () => createBackup(shell, placed)));
  });

  const verifying = withPassphrase(
    group.command("verify").summary("verify a backup, or a restored directory")
      .description(
        "Verify a whole backup without changing it: seal, manifest, hash chain, every artifact, and that the store opens and rebuilds. Exits with 0 if the backup is good, else 1.",
      )
      .argument("<path>", "the backup, or a storage directory that no service is using")
      .option("--json", "print one JSON document"),
  ).addHelpText("after", HELP);
  verifying.action(async (path: string) => {
    finish(await verify(shell, path, verifying.optsWithGlobals<PassphraseOptions & Json>()));
  });

  const restoring = withPassphrase(
    group.command("restore").summary("restore a backup into a new directory")
      .description("Verify a backup and restore it into a new or empty directory.")
      .argument("<path>", "the backup")
      .argument("[directory]", "the target directory, new or empty; instead of --to")
      .option("--to <directory>", "the target directory, new or empty")
      .option("--json", "print one JSON document"),
  ).addHelpText("after", HELP);
  restoring.action(async (path: string, argument: string | undefined) => {
    const options = restoring.optsWithGlobals<PassphraseOptions & Json & { to?: string }>();
    const named = { argument, option: options.to, flag: "--to" };
    const to = requirePlace(named, `backup restore ${shellWord(path)} <directory>`);
    finish(await restore(shell, path, { ...options, to }));
  });

  const listing = group.command("list").summary("list the backups of a directory")
    .description(
      "List the backup files in a directory, newest first. To list the backups that the service created, use: backups list",
    )
    .argument("[directory]", "the directory (default: AGENT_HARNESS_BACKUP_DIR, then <storage>/backups)")
    .option(...STORAGE_OPTION)
    .option("--json", "print one JSON document").addHelpText("after", HELP);
  listing.action(async (directory: string | undefined) => {
    finish(await listBackupFiles(shell, directory, listing.optsWithGlobals<ListOptions>()));
  });
}

const withPassphrase = (command: Command): Command =>
  command.option(
    "--passphrase-file <file>",
    "file with the passphrase, - for stdin (default: AGENT_HARNESS_BACKUP_PASSPHRASE)",
  );
