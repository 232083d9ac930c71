import { join } from "node:path";
import { newestOf, type Reader } from "./reader.ts";

/** Programs that a page may call and a machine may lack. */
const OPTIONAL = ["curl", "openssl", "pass", "systemctl", "launchctl"];

/** What a person at a terminal answers; here nobody sits there. */
const ANSWERS: readonly [RegExp, string][] = [
  [/^deno task demo\b|^npx \S+ \S+ run -A cli\.ts demo\b|agent-harness demo\b/, "--yes"],
  [
    /(?:agent-harness|task cli) review(?!.*--yes)/,
    "--yes --reviewed-evidence --reviewed-hashes --reviewed-policy-class",
  ],
];

/** This is what runs the tests, this one among them. */
const RUNS_TESTS = /\btask (?:test|ok)$/;
const STARTS_SERVICE = /(?:\btask|\bagent-harness) serve$/;
const NEVER_ENDS = /^curl -N |^(?:agent-harness|deno task cli) events\b/;

/** The commands of a block: without comments, each with the lines that it goes on in. */
export const commandsOf = (content: string): string[] =>
  content.replaceAll("\\\n", " ").split("\n").map((line) => line.replace(/\s+#\s.*$|^#.*$/, "").trim())
    .filter((line) => line !== "");

/** Does one command as the page says. Throws when it ends in another way than a reader expects. */
export async function follow(reader: Reader, command: string): Promise<void> {
  if (RUNS_TESTS.test(command)) return;
  const absent = OPTIONAL.filter((name) => new RegExp(`(?:^|[\\s(|])${name} `).test(command));
  for (const name of absent) {
    if ((await reader.run(`command -v ${name}`)).code === 0) continue;
    const sentence = `SKIPPED: ${name} is not here. Install it to have this tried: ${command}\n`;
    Deno.stderr.writeSync(new TextEncoder().encode(sentence));
    return;
  }
  const exported = /^export (\w+)=(.*)$/.exec(command);
  if (exported) {
    const { stdout } = await reader.run(`printf %s ${exported[2]}`);
    reader.environment[exported[1]!] = stdout;
    return;
  }
  if (STARTS_SERVICE.test(command)) return await reader.serve(command);
  const text = answered(await filledIn(reader, command));
  const ended = await reader.run(text, (stdout) => stdout === "" || !NEVER_ENDS.test(text));
  const expected = /(?:--| )watch\b/.test(text) ? [0, 7] : [0];
  if (expected.includes(ended.code)) return;
  throw new Error(`${text}\nended with ${ended.code}:\n${ended.stdout}${ended.stderr}`);
}

const answered = (command: string): string =>
  ANSWERS.reduce((text, [which, flags]) => which.test(text) ? `${text} ${flags}` : text, command);

/** Puts in what a reader puts in for a name in angle brackets, and where their service is. */
export async function filledIn(reader: Reader, text: string): Promise<string> {
  let filled = text.replaceAll(/https:\/\/harness\.example|http:\/\/127\.0\.0\.1:4317/g, reader.url ?? "");
  for (const [mark, find] of Object.entries(MARKS)) {
    if (filled.includes(mark)) filled = filled.replaceAll(mark, await find(reader));
  }
  return filled;
}

const MARKS: Readonly<Record<string, (reader: Reader) => Promise<string>>> = {
  "<run>": someRun,
  "<session>": async (reader) =>
    JSON.parse((await reader.run("agent-harness audio list --json")).stdout)[0].id,
  "<task-session>": async (reader) =>
    JSON.parse((await reader.run(`agent-harness runs get ${await someRun(reader)} --json`)).stdout).tasks[0]
      .id,
  "<automation>": async (reader) =>
    JSON.parse((await reader.run("agent-harness automations list --json")).stdout)[0].id,
  "<workflow>": async (reader) => (await workflow(reader)).id,
  "<workflow-run>": async (reader) =>
    JSON.parse((await reader.run("agent-harness runs list --json")).stdout)[0].id,
  "<digest>": async (reader) => (await workflow(reader)).blastRadius.digest,
  "<backup>": (reader) => Promise.resolve(newestOf(join(reader.home, "backups"))),
};

async function workflow(reader: Reader): Promise<{ id: string; blastRadius: { digest: string } }> {
  const [{ id }] = JSON.parse((await reader.run("agent-harness workflows list --json")).stdout);
  return JSON.parse((await reader.run(`agent-harness workflows get ${id} --json`)).stdout);
}

/** The newest run; one is made where there is none. */
async function someRun(reader: Reader): Promise<string> {
  const list = async (): Promise<{ id: string }[]> =>
    JSON.parse((await reader.run("agent-harness runs list --json")).stdout);
  const [known] = await list();
  if (known) return known.id;
  await reader.run(`agent-harness run 'create SAMPLE.md with "sample"' --repo ~/shop --watch`);
  const [made] = await list();
  if (!made) throw new Error("There is no run.");
  return made.id;
}
