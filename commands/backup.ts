import type { Command } from "commander";
import { createBackup, type CreateOptions } from "./backup/create.ts";
import { listBackupFiles, type ListOptions } from "./backup/list.ts";
import { type PassphraseOptions } from "./backup/passphrase.ts";
import { restore } from "./backup/restore.ts";
import { verify } from "./backup/verify.ts";
import { addServiceOptions } from "./derived/options.ts";
import { GROUPS, type Setup } from "./definition.ts";

const HELP = `
Examples:
  $ agent-harness backup create --output /mnt/backups
  $ agent-harness backup create --encrypt --passphrase-file ~/.backup-passphrase
  $ agent-harness backup verify /mnt/backups/agent-harness-20260102T030405678Z.tar.gz
  $ agent-harness backup restore <file> --to ~/agent-harness-restored

A passphrase comes from --passphrase-file (- is stdin) or AGENT_HARNESS_BACKUP_PASSPHRASE, never from the command line.
Without encryption a backup is a plain .tar.gz: whoever has it can read what agents were asked and did.`;

type Json = { json?: boolean };

/** `backup`: takes, verifies, restores and lists backups, with a running service or without one. */
export function defineBackup(program: Command, { shell, finish }: Setup): void {
  const group = program.command("backup").helpGroup(GROUPS.care).helpCommand(false)
    .summary("take, verify, restore and list backups")
    .description("Backups of a whole storage directory in one file: log, artifacts, encrypted secrets.")
    .usage("<command>").addHelpText("after", HELP);

  const create = withPassphrase(
    group.command("create").summary("take a backup, online or offline")
      .description(
        "Take a backup. A storage directory that no service holds is read here; of one in use its own service does it, without stopping for it.",
      )
      .option(
        "--output <place>",
        "a directory, or a new file; else AGENT_HARNESS_BACKUP_DIR, else <storage>/backups",
      )
      .option(
        "--storage <directory>",
        "the storage directory; else AGENT_HARNESS_STORAGE_DIR, else the one that init remembered",
      )
      .option("--exclude-secrets", "leave the encrypted secrets out")
      .option("--include-master-key", "put the key of the secrets in as well; only with --encrypt")
      .option("--encrypt", "encrypt it with a passphrase, as an age file"),
  ).addHelpText("after", HELP);
  addServiceOptions(create);
  create.action(async () => finish(await createBackup(shell, create.optsWithGlobals<CreateOptions>())));

  const verifying = withPassphrase(
    group.command("verify").summary("verify a backup, or a restored directory")
      .description(
        "Check all of a backup without changing it: seal, manifest, hash chain, every artifact, and that the store starts and folds. 0 when it is good, 1 when not.",
      )
      .argument("<path>", "the backup, or a storage directory that no service holds")
      .option("--json", "print one JSON document"),
  ).addHelpText("after", HELP);
  verifying.action(async (path: string) => {
    finish(await verify(shell, path, verifying.optsWithGlobals<PassphraseOptions & Json>()));
  });

  const restoring = withPassphrase(
    group.command("restore").summary("restore a backup into a new directory")
      .description("Restore a backup into a directory that is new or empty, after verifying all of it.")
      .argument("<path>", "the backup")
      .requiredOption("--to <directory>", "where; made if it is missing, refused if anything is in it")
      .option("--json", "print one JSON document"),
  ).addHelpText("after", HELP);
  restoring.action(async (path: string) => {
    finish(
      await restore(shell, path, restoring.optsWithGlobals<PassphraseOptions & Json & { to: string }>()),
    );
  });

  const listing = group.command("list").summary("list the backups of a directory")
    .description(
      "List the backup files of a directory, the newest first. What the service took: backups list.",
    )
    .argument("[directory]", "else AGENT_HARNESS_BACKUP_DIR, else <storage>/backups")
    .option(
      "--storage <directory>",
      "the storage directory; else AGENT_HARNESS_STORAGE_DIR, else the one that init remembered",
    )
    .option("--json", "print one JSON document").addHelpText("after", HELP);
  listing.action(async (directory: string | undefined) => {
    finish(await listBackupFiles(shell, directory, listing.optsWithGlobals<ListOptions>()));
  });
}

const withPassphrase = (command: Command): Command =>
  command.option(
    "--passphrase-file <file>",
    "holds the passphrase, - for stdin; else AGENT_HARNESS_BACKUP_PASSPHRASE",
  );
