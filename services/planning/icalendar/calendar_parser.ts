import { serveParser } from "../../ground/parsing/serve_parser.ts";
import type { ParserInput } from "./input.ts";
import { readCalendars } from "./read_calendar.ts";
import { readMarkdown } from "./read_markdown.ts";

await serveParser((bytes) => {
  const input = JSON.parse(new TextDecoder().decode(bytes)) as ParserInput;
  return input.kind === "markdown" ? readMarkdown(input) : readCalendars(input);
});
