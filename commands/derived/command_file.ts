/**
 * Where the commands of all endpoints are, as `list.json` and a file for each domain: in a package those that it was built with, in
 * a checkout those that an earlier start kept.
 */
export const COMMAND_FILES = { built: "dist/commands", kept: ".cache/commands" };

/** A source with its size and when it was changed, in milliseconds. */
export type SourceStamp = [path: string, size: number, modified: number];

/** A kept file: what it says, and the sources that it was made from. */
export type CommandFile = { inputs: SourceStamp[]; commands: unknown };

/** The program that describes the commands of a checkout. It reads all schemas, which takes half a second. */
const DESCRIBE = "packaging/describe_commands.ts";

const isCheckout = import.meta.url.endsWith(".ts");
const root = isCheckout ? `${import.meta.dirname}/../..` : import.meta.dirname;
const directory = `${root}/${isCheckout ? COMMAND_FILES.kept : COMMAND_FILES.built}`;

/** The files as this process had them described. */
let described: Promise<Record<string, CommandFile>> | null = null;

/** Reads `list`, or the commands of a domain. In a checkout they are described again if a source has changed. */
export async function readCommands(name: string): Promise<unknown> {
  const kept = described === null ? readKept(name) : null;
  if (kept) return kept.commands;
  if (!isCheckout) throw new Error(`This package lacks ${COMMAND_FILES.built}/${name}.json.`);
  return (await (described ??= describe()))[name]?.commands;
}

function readKept(name: string): CommandFile | null {
  try {
    const file = JSON.parse(Deno.readTextFileSync(`${directory}/${name}.json`)) as CommandFile;
    return file.inputs.every(isUnchanged) ? file : null;
  } catch {
    return null; // it is not there, a source is gone, or it was cut off by a loss of power
  }
}

function isUnchanged([path, size, modified]: SourceStamp): boolean {
  const now = Deno.statSync(`${root}/${path}`);
  return now.size === size && now.mtime?.getTime() === modified;
}

/** A process of its own reads the sources as they are now, whatever this one has loaded. It keeps what it prints. */
async function describe(): Promise<Record<string, CommandFile>> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", `${root}/${DESCRIBE}`],
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (success) return JSON.parse(decode(stdout));
  throw new Error(`The commands could not be read from the contracts.\n${decode(stderr).trim()}`);
}
