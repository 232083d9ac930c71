import type { SkillFinding } from "../../../../store/skills/document.ts";
import { COMMENT_RULE, LINE_RULES } from "./rules.ts";
import { decodedThenRun } from "./decoded_then_run.ts";
import { leavingLink } from "./leaving_link.ts";
import { lookAlike } from "./look_alike.ts";

/** A text of a skill: a whole file, or its description, which is at a line of a file. */
export type ScannedText = { path: string; text: string; line?: number };

const MAX_FINDINGS = 200;
const MAX_EXCERPT = 160;
/** Longer lines are scanned in overlapping pieces. */
const MAX_LINE = 4000;
const OVERLAP = 1000;

/** Returns the findings in the texts of a skill, in order. No text is executed or sent anywhere. */
export function scan(texts: readonly ScannedText[]): SkillFinding[] {
  const found = new Map<string, SkillFinding>();
  const add = (finding: SkillFinding) => {
    const key = `${finding.rule} ${finding.path} ${finding.line}`;
    if (!found.has(key) && found.size < MAX_FINDINGS) found.set(key, finding);
  };
  for (const { path, text, line = 1 } of texts) {
    text.split("\n").forEach((content, i) => {
      for (const piece of piecesOf(content)) {
        for (const { rule, severity, pattern, why } of LINE_RULES) {
          const match = pattern.exec(piece);
          if (match) add({ rule, severity, path, line: line + i, excerpt: excerpt(piece, match.index), why });
        }
        const word = lookAlike(piece);
        if (word !== null) {
          const why = "A word mixes similar-looking letters of different scripts.";
          add({ rule: "look-alike", severity: "high", path, line: line + i, excerpt: visible(word), why });
        }
        const link = leavingLink(piece, path);
        if (link !== null) {
          const why = "A link leads out of the skill.";
          add({
            rule: "path-leaves",
            severity: "medium",
            path,
            line: line + i,
            excerpt: excerpt(link, 0),
            why,
          });
        }
      }
    });
    for (const at of decodedThenRun(text)) {
      const why = "It runs code that is hidden in an encoding.";
      const place = { path, line: line + lineOf(text, at), excerpt: excerpt(text, at) };
      add({ rule: "encoded-execution", severity: "critical", ...place, why });
    }
    for (const { 0: comment, index } of text.matchAll(/<!--[\s\S]{0,4000}?-->/g)) {
      if (!COMMENT_RULE.pattern.test(comment)) continue;
      const { rule, severity, why } = COMMENT_RULE;
      add({ rule, severity, path, line: line + lineOf(text, index), excerpt: excerpt(comment, 0), why });
    }
  }
  return [...found.values()];
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length - 1;

function* piecesOf(line: string): Generator<string> {
  for (let at = 0; at === 0 || at + OVERLAP < line.length; at += MAX_LINE - OVERLAP) {
    yield line.slice(at, at + MAX_LINE);
  }
}

const excerpt = (text: string, at: number): string =>
  visible(text.slice(Math.max(0, at - 20), at + MAX_EXCERPT)).slice(0, MAX_EXCERPT);

/** Returns the text with every invisible character written out. */
const visible = (text: string): string =>
  text.replaceAll(
    // deno-lint-ignore no-control-regex -- these are what is written out
    /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
