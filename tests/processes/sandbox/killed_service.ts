/**
 * A service that a test kills: in a sandbox it starts sleeps of the duration in its first argument, one of them with a session
 * and an environment of its own, and says `ready`.
 */
import { join } from "node:path";
import { runProcess } from "../../../services/machine/processes/run.ts";
import { composeSandbox, probeSandbox } from "../../../services/machine/processes/sandbox/mod.ts";

const top = Deno.env.get("ENCLOSURE") ?? "";
const [sleep] = Deno.args;
const state = await probeSandbox(Deno.env.get("PATH") ?? "");
if (!state.available) throw new Error(state.reason);
const directory = join(top, "storage/workspaces/run/task");
const place = {
  directory,
  home: null,
  temporary: join(top, "outside"),
  readable: [],
  masked: [],
  storageDirectory: join(top, "storage"),
  searchPath: "",
};
const rule = { network: false, readable: [], writable: [] };
await runProcess({
  command: `env -i /usr/bin/env setsid sleep ${sleep} & sleep ${sleep} & echo ready; wait`,
  directory,
  signal: new AbortController().signal,
  timeoutMilliseconds: 600_000,
  outputLimit: 1_000,
  onSpawn: () => {},
  onOutput: (text) => void Deno.stdout.writeSync(new TextEncoder().encode(text)),
  sandbox: await composeSandbox(state, place, rule, "/home/user"),
});
