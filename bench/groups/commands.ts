import { runProcess } from "../../services/processes/run.ts";
import { composePolicy, homeSeenAt, probeSandbox } from "../../services/processes/sandbox/mod.ts";
import { BARE_SANDBOX } from "../bare_sandbox.ts";
import { alternate, middle, milliseconds, ratioOf, type Sample } from "../measure.ts";
import { type Bench, newDirectory } from "../setting.ts";
import type { Row } from "../table.ts";
import { homeDirectory, searchPath } from "../../services/kernel/environment.ts";

const COMMAND = "git --version >/dev/null";

/** One command as a run has it, from its preparation to the end of its group, against the same by hand: confined, and not. */
export async function commands(bench: Bench): Promise<Row[]> {
  const directory = newDirectory(bench, "worktree");
  const sandbox = await probeSandbox(searchPath());
  const against = (ours: () => Promise<void>, bare: () => Promise<void>) =>
    alternate(bench.size.starts, () => timed(ours), () => timed(bare));
  const bare = (program: string, ...args: string[]) => async () => {
    await new Deno.Command(program, { args: [...args, "-c", COMMAND], cwd: directory }).output();
  };
  const rows = [row(bench, "a command of a run", await against(() => run(directory), bare("sh")), 8)];
  if (sandbox.available) {
    const { program } = sandbox;
    const confined = () => runConfined(bench, directory, program);
    const byHand = bare(program, ...BARE_SANDBOX, "sh");
    rows.push(row(bench, "a command of a run in a sandbox", await against(confined, byHand), 8));
  }
  return rows;
}

async function run(directory: string, sandbox?: Parameters<typeof runProcess>[0]["sandbox"]): Promise<void> {
  await runProcess({
    command: COMMAND,
    directory,
    signal: new AbortController().signal,
    timeoutMilliseconds: 60_000,
    outputLimit: 1_000,
    onSpawn: () => {},
    ...(sandbox && { sandbox }),
  });
}

async function runConfined(bench: Bench, directory: string, program: string): Promise<void> {
  const place = {
    directory,
    home: newDirectory(bench, "home"),
    temporary: newDirectory(bench, "temporary"),
    readable: [],
    masked: [],
    storageDirectory: newDirectory(bench, "storage"),
    searchPath: searchPath(),
  };
  const rule = { sandbox: true, network: false, readable: [], writable: [] };
  await run(directory, {
    program,
    policy: await composePolicy(place, rule, homeSeenAt(homeDirectory())),
  });
}

async function timed(work: () => Promise<void>): Promise<Sample> {
  const before = performance.now();
  await work();
  const value = performance.now() - before;
  return { value, latencies: [value] };
}

function row(bench: Bench, what: string, pairs: Awaited<ReturnType<typeof alternate>>, most: number): Row {
  const { ratio, noise } = ratioOf(pairs);
  return {
    what,
    ours: milliseconds(middle(pairs.ours)),
    bare: milliseconds(middle(pairs.bare)),
    measured: ratio,
    noise,
    target: { most },
    detail: `${bench.size.starts} rounds of \`${COMMAND}\``,
  };
}
