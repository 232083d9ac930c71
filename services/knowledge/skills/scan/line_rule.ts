import type { SkillFinding } from "../../../../store/skills/document.ts";

/** One thing to look for in a line of text. Every pattern is linear: its repetitions are bounded. */
export type LineRule = { rule: string; severity: SkillFinding["severity"]; pattern: RegExp; why: string };
