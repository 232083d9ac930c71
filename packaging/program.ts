import { HEAP_FLAGS } from "../services/ground/kernel/heap_flags.ts";

/** What the program needs: it reads and writes repositories, starts git and workers, and listens. No FFI, no imports. */
const NEEDED = [
  "--allow-read",
  "--allow-write",
  "--allow-run",
  "--allow-env",
  "--allow-net",
  "--allow-sys",
  "--no-prompt",
];

/** What is not stable in Deno and the program uses: a package has no deno.json that would say it. */
const UNSTABLE = ["--unstable-cron"];

/**
 * The permissions of the program on a system, and what of Deno it uses. On Linux it looks at process groups, and holds directories open, through
 * `/proc`, which Deno gives to nobody but `--allow-all` (tried: 2.9; a single `--deny-…` beside it takes `/proc` away again).
 */
export const permissionsOn = (system: string): readonly string[] =>
  system === "linux" ? ["--allow-all", ...UNSTABLE] : [...NEEDED, ...UNSTABLE];

/** How Deno runs a bundle: as it is, with nothing from outside. */
export const RUN_FLAGS: readonly string[] = [
  HEAP_FLAGS,
  "--quiet",
  "--no-config",
  "--no-lock",
  "--no-remote",
  "--no-npm",
  "--cached-only",
];

/** Files that run in threads or processes of their own: no import leads to them, so that a package has to be told of each. */
export const WORKER_ENTRIES: readonly string[] = [
  "services/operations/backups/backup_worker.ts",
  "services/execution/worker_program/beat_worker.ts",
  "services/operations/system/verification/verifier_process.ts",
  "services/ground/kernel/integrity_worker.ts",
  "store/verify_worker.ts",
  "services/planning/icalendar/calendar_parser.ts",
  "services/knowledge/project_context/drift/task_names_parser.ts",
  "services/knowledge/research/page/page_parser.ts",
  "services/conversation/audio/decode/decode_parser.ts",
  "services/conversation/audio/transcript/transcript_parser.ts",
  "services/knowledge/skills/skill_parser.ts",
  "services/knowledge/skills/zip_parser.ts",
  "services/control/workflows/language/source_parser.ts",
];

/** The tables of what the program loads only when it is needed: nothing else hides an import from Deno. */
export const LATER_TABLES: readonly string[] = [
  "main.later.ts",
  "services/ground/kernel/packages.later.ts",
  "services/operations/capsules/archive.later.ts",
  "commands/main.later.ts",
  "commands/here.later.ts",
  "commands/program.later.ts",
  "commands/local.later.ts",
  "commands/mcp.later.ts",
  "commands/screen.later.ts",
  "commands/derived/contracts.later.ts",
  "packaging/parsers.later.ts",
];

/** The command line, as a package starts it. */
export const ENTRY = "packaging/entry.ts";
