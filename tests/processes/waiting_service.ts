/**
 * A service that a test kills: it starts the command of its second argument, prints its group as JSON and then the
 * command's output. With `wait` as first argument it never gives the go-ahead.
 */
import { runProcess } from "../../services/machine/processes/run.ts";

const tell = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(text));

await runProcess({
  command: Deno.args[1] ?? "",
  directory: Deno.cwd(),
  signal: new AbortController().signal,
  timeoutMilliseconds: 60_000,
  outputLimit: 1_000,
  onOutput: tell,
  onSpawn: async (group) => {
    tell(`${JSON.stringify(group)}\n`);
    if (Deno.args[0] === "wait") await new Promise(() => setInterval(() => {}, 60_000));
  },
});
