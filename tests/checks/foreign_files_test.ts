import assert from "node:assert/strict";
import { PROGRAM, type Source } from "./sources.ts";

/**
 * Who opens or reads files on its own, by why no stranger's file is among them. Everything else reads through
 * `services/kernel/bounded_file.ts`, so that a pipe, a device or an endless file cannot hold the service.
 */
const OWN: Readonly<Record<string, readonly string[]>> = {
  "it is the way for all others": ["services/kernel/bounded_file.ts"],
  "what it reads has a limit and is never waited for, and it needs the file while it is open": [
    "services/repositories/apply/disk.ts",
    "services/skills/directory.ts",
  ],
  "it opens directories, and creates files": [
    "services/repositories/apply/parent.ts",
    "services/repositories/apply/stage.ts",
  ],
  "only the service writes below its storage directory": [
    "services/approvals/manifest.ts",
    "services/approvals/output_back.ts",
    "services/audio/clip.ts",
    "services/audio/job.ts",
    "services/processes/sandbox/seccomp/filter_file.ts",
    "services/repositories/apply/kept_content.ts",
    "services/repositories/clones/damaged.ts",
    "services/repositories/clones/new_branch.ts",
    "services/system/log_tail.ts",
    "services/system/verification/state_file.ts",
    "services/transcripts/journal.ts",
    "services/transcripts/recover.ts",
    "store/artifacts.ts",
    "store/durable_file.ts",
    "store/head_file.ts",
    "store/lock.ts",
    "store/open.ts",
    "store/secrets/material_files.ts",
  ],
  "the operator's own configuration, which decides what runs here": [
    "services/alerts/command_settings.ts",
    "services/audio/engine/find_engine.ts",
    "services/kernel/backup_config.ts",
    "services/kernel/storage_place.ts",
    "services/kernel/token_file.ts",
    "services/models/providers/settings/settings.ts",
    "services/models/providers/settings/settings_file.ts",
    "services/processes/sandbox/settings.ts",
    "services/secrets/master_key.ts",
    "services/system/verification/verify_configuration.ts",
  ],
  "tables of the kernel and of the system": [
    "routes/open_files.ts",
    "routes/peer_owner.ts",
    "services/clock/jump.ts",
    "services/kernel/other_accounts.ts",
    "services/kernel/thread_time.ts",
    "services/parsing/deadline.ts",
    "services/parsing/memory_watch.ts",
    "services/processes/sandbox/probe.ts",
    "services/processes/sandbox/resource_group.ts",
    "services/processes/sandbox/stopped_init.ts",
    "services/processes/table.ts",
  ],
  "the program's own files": ["services/dashboard/build.ts", "services/dashboard/build_cache.ts"],
  "a backup is read by a command, or was unpacked by it": [
    "services/backups/archive/bytes.ts",
    "services/backups/archive/read.ts",
    "services/backups/archive/write.ts",
    "services/backups/chain/changes.ts",
    "services/backups/staging.ts",
    "services/backups/take.ts",
    "services/backups/archive/unpack.ts",
  ],
};

/** A command is a process of its own: who named the file waits for it alone. */
const isCommand = ({ path }: Source): boolean =>
  path.startsWith("commands/") || path.startsWith("packaging/");

/** The ways to open or read a file of Deno and of Node.js, also as a value that is passed on. */
function reads(text: string): boolean {
  if (/\bDeno\.(?:readTextFile|readFile|open)(?:Sync)?\b/.test(text)) return true;
  const imports = text.matchAll(/^import (?:\* as \w+|\{([^}]*)\}) from "(?:node:)?fs(?:\/promises)?";$/gm);
  return [...imports].some(([, names]) =>
    names === undefined || /\b(?:open|readFile|createReadStream|openAsBlob)(?:Sync)?\b/.test(names)
  );
}

Deno.test("a file that may be a stranger's is read in one way, bounded and without waiting", () => {
  const found = PROGRAM.filter((source) => reads(source.text) && !isCommand(source)).map(({ path }) => path);
  assert.deepEqual(found.toSorted(), Object.values(OWN).flat().toSorted());
});

Deno.test("every way to read a file is found", () => {
  const found = [
    "const text = attempt(() => Deno.readTextFileSync(path));",
    "paths.map(Deno.readFile)",
    'import { constants, openSync } from "node:fs";',
    'import {\n  type FileHandle,\n  open,\n} from "node:fs/promises";',
    'import * as fs from "node:fs";',
  ];
  for (const text of found) assert.ok(reads(text), text);
  assert.ok(!reads('import { existsSync, statSync } from "node:fs";\nDeno.statSync(path);'));
});
