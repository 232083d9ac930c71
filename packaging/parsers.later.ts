/** The parsers that a compiled program can become, by the names of their files. */
export const PARSERS: Readonly<Record<string, () => Promise<unknown>>> = {
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  calendar_parser: async () =>
    await import("../services/planning/icalendar/calendar_parser.ts" as string) as typeof import("../services/planning/icalendar/calendar_parser.ts"),
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  task_names_parser: async () =>
    await import("../services/knowledge/project_context/drift/task_names_parser.ts" as string) as typeof import("../services/knowledge/project_context/drift/task_names_parser.ts"),
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  page_parser: async () =>
    await import("../services/knowledge/research/page/page_parser.ts" as string) as typeof import("../services/knowledge/research/page/page_parser.ts"),
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  decode_parser: async () =>
    await import("../services/conversation/audio/decode/decode_parser.ts" as string) as typeof import("../services/conversation/audio/decode/decode_parser.ts"),
  // deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
  transcript_parser: async () =>
    await import("../services/conversation/audio/transcript/transcript_parser.ts" as string) as typeof import("../services/conversation/audio/transcript/transcript_parser.ts"),
  // deno-fmt-ignore -- as above
  skill_parser: async () =>
    await import("../services/knowledge/skills/skill_parser.ts" as string) as typeof import("../services/knowledge/skills/skill_parser.ts"),
  // deno-fmt-ignore -- as above
  zip_parser: async () =>
    await import("../services/knowledge/skills/zip_parser.ts" as string) as typeof import("../services/knowledge/skills/zip_parser.ts"),
  // deno-fmt-ignore -- as above
  source_parser: async () =>
    await import("../services/control/workflows/language/source_parser.ts" as string) as typeof import("../services/control/workflows/language/source_parser.ts"),
};

/** Verifies a restore, which a compiled program does in a separate process. */
// deno-fmt-ignore -- on one line, where packaging/postpone.ts looks for it
export const verifyRestore = async () =>
    await import("../services/operations/system/verification/verifier_process.ts" as string) as typeof import("../services/operations/system/verification/verifier_process.ts");
