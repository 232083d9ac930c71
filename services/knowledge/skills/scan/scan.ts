import type { SkillFinding } from "../../../../store/skills/document.ts";
import { COMMENT_RULE, LINE_RULES } from "./rules.ts";
import { decodedThenRun } from "./decoded_then_run.ts";
import { leavingLink } from "./leaving_link.ts";
import { lookAlike } from "./look_alike.ts";

/** A text of a skill: a whole file, or its description, which is at a line of a file. */
export type ScannedText = { path: string; text: string; line?: number };

const MAX_FINDINGS = 200;
const SEVERITIES = ["critical", "high", "medium", "low"] as const;
const MAX_EXCERPT = 160;
/** Longer lines are scanned in overlapping pieces. */
const MAX_LINE = 4000;
const OVERLAP = 1000;

/**
 * Returns the findings in the texts of a skill, in order; of too many, those that are most severe. No text is executed or
 * sent anywhere.
 */
export function scan(texts: readonly ScannedText[]): SkillFinding[] {
  const found = new Map<string, SkillFinding>();
  const room = { critical: MAX_FINDINGS, high: MAX_FINDINGS, medium: MAX_FINDINGS, low: MAX_FINDINGS };
  const add = (finding: SkillFinding) => {
    const { rule, severity, path, line } = finding;
    const key = `${severity} ${rule} ${path} ${line}`;
    if (found.has(key) || room[severity] === 0) return;
    room[severity]--;
    found.set(key, finding);
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
    const lineOfRun = lineCounter(text);
    for (const at of decodedThenRun(text)) {
      const why = "It runs code that is hidden in an encoding.";
      const place = { path, line: line + lineOfRun(at), excerpt: excerpt(text, at) };
      add({ rule: "encoded-execution", severity: "critical", ...place, why });
    }
    const lineOfComment = lineCounter(text);
    for (const { at, comment } of commentsOf(text)) {
      const match = COMMENT_RULE.pattern.exec(comment);
      if (!match) continue;
      const { rule, severity, why } = COMMENT_RULE;
      add({
        rule,
        severity,
        path,
        line: line + lineOfComment(at),
        excerpt: excerpt(comment, match.index),
        why,
      });
    }
  }
  const all = [...found.values()];
  const kept = new Set(
    SEVERITIES.flatMap((each) => all.filter(({ severity }) => severity === each)).slice(0, MAX_FINDINGS),
  );
  return all.filter((finding) => kept.has(finding));
}

const BEGINS_LINE = /^ {0,3}$|\n {0,3}$/;

/** Yields the comments of a text, however long they are. One without an end hides what follows if it begins a line. */
function* commentsOf(text: string): Generator<{ at: number; comment: string }> {
  let at = text.indexOf("<!--");
  for (let end = 0; at >= 0; at = text.indexOf("<!--", end)) {
    end = text.indexOf("-->", at + 4);
    if (end < 0) break;
    yield { at, comment: text.slice(at, end) };
  }
  for (; at >= 0; at = text.indexOf("<!--", at + 4)) {
    if (!BEGINS_LINE.test(text.slice(Math.max(0, at - 4), at))) continue;
    return yield { at, comment: text.slice(at) };
  }
}

/** Counts the line breaks before offsets that only increase, each once. */
function lineCounter(text: string): (at: number) => number {
  let [next, lines] = [text.indexOf("\n"), 0];
  return (at) => {
    for (; next >= 0 && next < at; next = text.indexOf("\n", next + 1)) lines++;
    return lines;
  };
}

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
