/** The parsers that a compiled program can become, by the names of their files. */
export const PARSERS: Readonly<Record<string, () => Promise<unknown>>> = {
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  calendar_parser: async () =>
    await import("../services/icalendar/calendar_parser.ts" as string) as typeof import("../services/icalendar/calendar_parser.ts"),
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  task_names_parser: async () =>
    await import("../services/project_context/drift/task_names_parser.ts" as string) as typeof import("../services/project_context/drift/task_names_parser.ts"),
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  page_parser: async () =>
    await import("../services/research/page/page_parser.ts" as string) as typeof import("../services/research/page/page_parser.ts"),
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  decode_parser: async () =>
    await import("../services/audio/decode/decode_parser.ts" as string) as typeof import("../services/audio/decode/decode_parser.ts"),
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  transcript_parser: async () =>
    await import("../services/audio/transcript/transcript_parser.ts" as string) as typeof import("../services/audio/transcript/transcript_parser.ts"),
  // deno-fmt-ignore -- as above
  skill_parser: async () =>
    await import("../services/skills/skill_parser.ts" as string) as typeof import("../services/skills/skill_parser.ts"),
  // deno-fmt-ignore -- as above
  zip_parser: async () =>
    await import("../services/skills/zip_parser.ts" as string) as typeof import("../services/skills/zip_parser.ts"),
  // deno-fmt-ignore -- as above
  source_parser: async () =>
    await import("../services/workflows/language/source_parser.ts" as string) as typeof import("../services/workflows/language/source_parser.ts"),
};

/** Verifies a restore, which a compiled program does in a separate process. */
// deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
export const verifyRestore = async () =>
    await import("../services/system/verification/verifier_process.ts" as string) as typeof import("../services/system/verification/verifier_process.ts");
