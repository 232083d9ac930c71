import { type Command, Option } from "commander";
import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { firstLine, relativeTime } from "../client/words.ts";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { connect, type ServiceOptions } from "./service/connection.ts";
import { namingFlags } from "./service/with_flags.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";
import { HIT_KINDS } from "../store/shared/enumerations.ts";

type Options = ServiceOptions & { json?: boolean; kind?: Hit["kind"]; file?: string; limit: string };
type Hit = Result<Api["GET /search"]>["items"][number];

const HELP = `
Examples:
  $ agent-harness search retry delay
  $ agent-harness search clampDelay --kind diff
  $ agent-harness search --file src/retry.ts`;

/** The flags of the fields of a request. */
const FLAGS = { limit: "--limit", path: "--file", query: "The words" };

/** `search`: finds everything recorded that contains some words, or the runs that changed a file. */
export function defineSearch(program: Command, { shell, finish }: Setup): void {
  const command = program.command("search").helpGroup(GROUPS.work)
    .summary("search requests, patches, transcripts, documents and more")
    .description(
      "Search requests, patches, artifacts, remarks, transcripts, conversations, memory, documents, notes and the log for all words, newest first.",
    )
    .argument("[words...]", "words to find, the last one as a prefix; #41 names a run")
    .addOption(new Option("--kind <kind>", "only results of this kind").choices(HIT_KINDS))
    .option("--file <path>", "instead of words: find runs whose patch changes this file")
    .option("--limit <number>", "how many to show", "20")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (words: string[]) =>
    finish(await namingFlags(FLAGS, () => search(shell, words, command.optsWithGlobals<Options>())))
  );
}

async function search(shell: Shell, words: string[], options: Options): Promise<number> {
  const { kind, file, limit, json, ...service } = options;
  const query = words.join(" ").trim();
  if ((query === "") === (file === undefined)) {
    throw new UsageError(
      "Name words to find, or a file with --file. Example: agent-harness search retry delay",
    );
  }
  const { call } = connect(shell, service);
  const found = await call("GET /search", {
    query: { ...(file === undefined ? { query } : { path: file }), ...(kind && { kind }), limit },
  });
  if (json) shell.output.json(found);
  else for (const line of found.items.flatMap(lines)) shell.output.data(line);
  if (found.items.length === 0) shell.output.talk(`No results for "${file ?? query}".`);
  if (found.more) shell.output.talk("There are more results. Raise --limit up to 100, or add words.");
  return EXIT.done;
}

function lines({ kind, title, snippet, runNumber, runTitle, at, subject }: Hit): string[] {
  const place = runNumber === null ? subject ?? "" : `#${runNumber} ${firstLine(runTitle ?? "")}`;
  const when = at === "" ? "" : relativeTime(Date.parse(at), Date.now());
  return [
    `${paint.bold(oneLine(`${kind}: ${title}`))}  ${
      paint.dim(oneLine([place, when].filter(Boolean).join(" · ")))
    }`,
    `  ${oneLine(snippet)}`,
  ];
}
