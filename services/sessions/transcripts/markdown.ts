import { money } from "../../ground/kernel/words.ts";
import type { TranscriptEntry } from "./schemas.ts";

const STATUS = { running: "under way", completed: "done", failed: "failed", interrupted: "interrupted" };

/** Returns a transcript as Markdown. Content from others is plain text in it: no HTML, links, images or escape codes. */
export const entriesAsMarkdown = (entries: readonly TranscriptEntry[]): string =>
  entries.map((entry) => `${entryAsMarkdown(entry)}\n`).join("\n");

/** A heading with literal text. */
export const headingAsMarkdown = (level: number, text: string): string =>
  `${"#".repeat(level)} ${asText(oneLine(text))}\n`;

function entryAsMarkdown({ kind, text, tool, steps, usage }: TranscriptEntry): string {
  switch (kind) {
    case "told":
      return `**Told:**\n\n${quoted(text)}`;
    case "words":
      return quoted(text);
    case "thought":
      return `*Thought:*\n\n${quoted(text)}`;
    case "tool": {
      const { name, status, exitCode, output, diff } = tool!;
      const end = exitCode === undefined ? STATUS[status] : `${STATUS[status]}, exit code ${exitCode}`;
      const blocks = [...(diff ? [fenced(diff, "diff")] : []), ...(output ? [fenced(output, "text")] : [])];
      return [`- **${asText(name)}**: ${asText(oneLine(text))} (${end})`, ...blocks].join("\n\n");
    }
    case "plan":
      return steps!.map(({ content, status }) =>
        `- [${status === "completed" ? "x" : " "}] ${asText(oneLine(content))}`
      ).join("\n");
    case "question":
      return `**Asked:** ${asText(oneLine(text))}`;
    case "answer":
      return `**Answered:** ${asText(oneLine(text))}`;
    case "usage": {
      const { provider, model, inputTokens, outputTokens, costUsd } = usage!;
      const cost = costUsd === null ? "cost unknown" : money(costUsd);
      return `<sub>${asText(`${provider}/${model}`)}: ${inputTokens ?? "?"} tokens in, ${
        outputTokens ?? "?"
      } out, ${cost}</sub>`;
    }
    case "note":
      return `*${asText(oneLine(text))}*`;
  }
}

// deno-lint-ignore no-control-regex
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

const plain = (text: string): string => text.replaceAll("\r\n", "\n").replaceAll(CONTROLS, "\ufffd");

/** Escapes content from others: HTML, links, images and headings become text. */
const asText = (text: string): string =>
  plain(text).replaceAll(/[&<>]/g, (character) => ENTITIES[character]!).replaceAll(/[[\]!*_#`\\|~]/g, "\\$&");

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Words keep their line breaks. */
const quoted = (text: string): string =>
  asText(text.trim()).split("\n").map((line) => line.trim() === "" ? ">" : `> ${line}  `).join("\n");

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${plain(text).replace(/\n$/, "")}\n${fence}`;
}
