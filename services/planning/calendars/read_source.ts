import type { ConfiguredSource } from "../planner_settings/settings.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { parseUntrusted } from "../../ground/parsing/parse_untrusted.ts";
import type { SourceLive } from "./live.ts";
import { type ParsedContent, parsedSchema, type ParserInput } from "../icalendar/input.ts";
import { fetchCalDav } from "./caldav.ts";
import type { Content, SourceRequest } from "./content.ts";
import { fetchFeed } from "./feed.ts";
import { readFiles } from "./files.ts";
import { fetchGoogle } from "./google_fetch.ts";
import type { ExpansionWindow } from "../dates/window.ts";

/** Expansion stops itself after two seconds; this ends a parser that does not, even on a busy machine. */
const PARSE_LIMITS = {
  deadlineMilliseconds: 10_000,
  outputBytes: 128 * 1024 * 1024,
  memoryBytes: 768 * 1024 * 1024,
};

/** Reads the content of a source. Null if nothing changed. */
export async function readCalendarSource(
  ctx: Ctx<SourceLive>,
  { config }: ConfiguredSource,
  request: SourceRequest,
): Promise<Content | null> {
  switch (config.kind) {
    case "ics_file":
    case "markdown":
      return readFiles(config, request);
    case "ics_url":
      return await fetchFeed(ctx, config, request);
    case "caldav":
      return await fetchCalDav(ctx, config, request);
    case "google":
      return await fetchGoogle(ctx, config, request);
  }
}

/** Parses the response of a source in a process that is ended at its deadline. Throws `ParseError`. */
export const parseContent = (
  { config }: Pick<ConfiguredSource, "config">,
  texts: ParserInput["texts"],
  window: ExpansionWindow,
  signal: AbortSignal,
): Promise<ParsedContent> =>
  parseTexts(config.kind === "markdown" ? "markdown" : "calendar", `The source "${config.label}"`, texts, {
    window,
    signal,
  });

/** Parses texts of any origin like `parseContent`; `what` names them in errors. */
export const parseTexts = (
  kind: ParserInput["kind"],
  what: string,
  texts: ParserInput["texts"],
  { window: { from, to, quarter: about }, signal }: { window: ExpansionWindow; signal: AbortSignal },
): Promise<ParsedContent> =>
  parseUntrusted({
    parser: import.meta.resolve("../icalendar/calendar_parser.ts"),
    input: new TextEncoder().encode(JSON.stringify({ kind, texts, from, to, about } satisfies ParserInput)),
    what,
    schema: parsedSchema,
    limits: PARSE_LIMITS,
    signal,
  });
