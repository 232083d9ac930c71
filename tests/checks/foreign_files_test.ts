import assert from "node:assert/strict";
import { PROGRAM, type Source } from "./sources.ts";

/**
 * Who opens or reads files on its own, by why no stranger's file is among them. Everything else reads through
 * `services/ground/kernel/bounded_file.ts`, so that a pipe, a device or an endless file cannot hold the service.
 */
const OWN: Readonly<Record<string, readonly string[]>> = {
  "it is the way for all others": ["services/ground/kernel/bounded_file.ts"],
  "what it reads has a limit and is never waited for, and it needs the file while it is open": [
    "services/machine/repositories/apply/disk.ts",
    "services/knowledge/skills/directory.ts",
  ],
  "it opens directories, and creates files": [
    "services/machine/repositories/apply/parent.ts",
    "services/machine/repositories/apply/stage.ts",
    "services/machine/repositories/clones/remove_tree.ts",
  ],
  "only the service writes below its storage directory": [
    "services/control/approvals/manifest.ts",
    "services/control/approvals/output_back.ts",
    "services/conversation/audio/clip.ts",
    "services/conversation/audio/job.ts",
    "services/machine/processes/sandbox/seccomp/filter_file.ts",
    "services/machine/repositories/apply/kept_content.ts",
    "services/machine/repositories/clones/damaged.ts",
    "services/machine/repositories/clones/new_branch.ts",
    "services/operations/system/log_tail.ts",
    "services/operations/system/verification/state_file.ts",
    "services/sessions/transcripts/journal.ts",
    "services/sessions/transcripts/recover.ts",
    "store/content_marks.ts",
    "store/database.ts",
    "store/durable_file.ts",
    "store/head_file.ts",
    "store/lock.ts",
    "store/open.ts",
    "store/read_content.ts",
    "store/scrub.ts",
    "store/seen_head.ts",
    "store/secrets/material_files.ts",
  ],
  "what a worker machine keeps, and what is packed for it": [
    "routes/worker_door/endpoints.ts",
    "services/execution/elsewhere/received_files.ts",
    "services/execution/worker_program/copies.ts",
    "services/execution/worker_program/identity.ts",
    "services/execution/worker_program/queue.ts",
    "services/execution/worker_program/sent_files.ts",
    "services/machine/repositories/exchange/copy.ts",
  ],
  "the operator's own configuration, which decides what runs here": [
    "routes/worker_door/listen.ts",
    "services/operations/alerts/command_settings.ts",
    "services/conversation/audio/engine/find_engine.ts",
    "services/ground/kernel/backup_config.ts",
    "services/ground/kernel/storage_place.ts",
    "services/ground/kernel/token_file.ts",
    "services/sessions/models/providers/settings/settings.ts",
    "services/sessions/models/providers/settings/settings_file.ts",
    "services/machine/processes/sandbox/settings.ts",
    "services/accounts/secrets/master_key.ts",
    "services/operations/system/verification/verify_configuration.ts",
  ],
  "tables of the kernel and of the system": [
    "routes/open_files.ts",
    "routes/peer_owner.ts",
    "services/ground/clock/jump.ts",
    "services/ground/kernel/other_accounts.ts",
    "services/ground/kernel/thread_time.ts",
    "services/ground/parsing/deadline.ts",
    "services/ground/parsing/memory_watch.ts",
    "services/machine/processes/sandbox/probe.ts",
    "services/machine/processes/sandbox/resource_group.ts",
    "services/machine/processes/sandbox/stopped_init.ts",
    "services/machine/processes/table.ts",
  ],
  "the program's own files": [
    "services/operations/dashboard/build.ts",
    "services/operations/dashboard/build_cache.ts",
  ],
  "a backup is read by a command, or was unpacked by it": [
    "services/operations/backups/archive/bytes.ts",
    "services/operations/backups/archive/read.ts",
    "services/operations/backups/archive/write.ts",
    "services/operations/backups/chain/changes.ts",
    "services/operations/backups/staging.ts",
    "services/operations/backups/take.ts",
    "services/operations/backups/archive/unpack.ts",
  ],
  "a capsule is read by a command, or was written by this program; the objects were written or unpacked before":
    [
      "services/machine/repositories/exchange/objects.ts",
      "services/operations/capsules/export.ts",
      "services/operations/capsules/open.ts",
      "services/operations/capsules/read.ts",
      "services/operations/capsules/signer.ts",
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
