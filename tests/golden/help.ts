import type { Command } from "commander";
import { derivedFrom } from "../../commands/derived/define.ts";
import { buildWholeProgram } from "../../commands/program.ts";
import { createOutput } from "../../commands/terminal/output.ts";
import { SHARED } from "./openapi_parts.ts";

/** The program with every command, and a way to have one's help as plain text. */
export async function programWithHelp(): Promise<{ program: Command; helpOf: (command: Command) => string }> {
  let text = "";
  const sink = {
    write: (bytes: Uint8Array) => void (text += new TextDecoder().decode(bytes)),
    terminal: false,
  };
  const output = createOutput({ stdout: sink, stderr: sink }, { colour: false, columns: null });
  const nobody = () => Promise.resolve(null);
  const terminal = { interactive: false, rows: 24, ask: nobody, key: nobody, hidden: nobody };
  const shell = { output, terminal, environment: () => undefined };
  const program = await buildWholeProgram({ shell, finish: () => {} });
  const helpOf = (command: Command): string => {
    text = "";
    command.outputHelp();
    return text;
  };
  return { program, helpOf };
}

/** The `--help` of one command and the domain to which it belongs. */
export type HelpPage = { title: string; domain: string; text: string };

/** The `--help` of every command, in the order in which the program lists them. */
export async function helpPages(): Promise<HelpPage[]> {
  const { program, helpOf } = await programWithHelp();
  const pages: HelpPage[] = [];
  const show = (command: Command, words: readonly string[]): void => {
    pages.push({
      title: [...words, "--help"].join(" "),
      domain: domainOf(command),
      text: helpOf(command),
    });
    for (const inner of command.commands) show(inner, [...words, inner.name()]);
  };
  show(program, ["agent-harness"]);
  return pages;
}

/** The help of all commands by domain; what was written by hand, and the program's own, is in the part `shared`. */
export async function helpParts(): Promise<Map<string, string>> {
  const { program } = await programWithHelp();
  const domains = new Map(program.commands.map((command) => [command.name(), domainOf(command)]));
  const parts = new Map<string, string>();
  const add = (domain: string, title: string, text: string) => {
    const before = parts.get(domain);
    parts.set(domain, `${before === undefined ? "" : `${before}\n`}━━━ ${title}\n${text}`);
  };
  const [root, ...pages] = await helpPages();
  const { own, lines } = linesByDomain(root!.text, domains);
  add(SHARED, root!.title, own);
  for (const [domain, text] of lines) add(domain, `${root!.title}, its lines`, text);
  for (const { domain, title, text } of pages) add(domain, title, text);
  return parts;
}

/** Takes out of the program's help the lines that each domain's groups have in it. */
function linesByDomain(help: string, domains: ReadonlyMap<string, string>) {
  const lines = new Map<string, string>();
  let own = "";
  let domain = SHARED;
  for (const line of help.split(/(?<=\n)/)) {
    const name = /^ {2}(\S+)/.exec(line)?.[1];
    if (name !== undefined) domain = domains.get(name) ?? SHARED;
    else if (!/^ {3}/.test(line)) domain = SHARED;
    if (domain === SHARED) own += line;
    else lines.set(domain, (lines.get(domain) ?? "") + line);
  }
  return { own, lines };
}

/** The domain of all that is below a command, where it is one. */
function domainOf(command: Command): string {
  const derived = derivedFrom(command);
  if (derived) return derived.domain;
  const domains = new Set(command.commands.map(domainOf));
  const [only] = domains;
  return only === undefined || domains.size > 1 ? SHARED : only;
}
