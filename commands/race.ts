import { ApiError } from "../client/client.ts";
import type { Command } from "commander";
import { GROUPS, type Setup } from "./definition.ts";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, ExitError, UsageError } from "./exit_codes.ts";
import { raceLines } from "./render/race.ts";
import { type PatchFile, renderDiff } from "./review/diff.ts";
import { connect, type ServiceClient, type ServiceOptions } from "./service/connection.ts";
import { pickId } from "./service/pick.ts";
import { resolveId } from "./service/resolve.ts";
import type { Shell } from "./shell.ts";
import { neutralise } from "./terminal/neutralise.ts";

type Options = ServiceOptions & { diff?: string; pick?: string[]; undo?: boolean; json?: boolean };

const HELP = `
Examples:
  $ agent-harness run fix the tests --verify 'npm test' --race opencode,local/qwen3
  $ agent-harness race 41
  $ agent-harness race 41 --diff 2
  $ agent-harness race 41 --pick 2
  $ agent-harness race 41 --pick 1 --pick 2:hunk_4f1c,hunk_90aa

What is picked becomes the result of the run, to be reviewed: agent-harness review 41
Changes of several are combined and verified first. Until you approve, you can pick again.
After that you can only if the result did not fit, so that nothing was written.`;

/** `race`: shows how the contenders of a run stand, and picks a result. */
export function defineRace(program: Command, { shell, finish }: Setup): void {
  const command = program.command("race").helpGroup(GROUPS.work)
    .summary("compare the results of a race, and pick one")
    .description("Show how the workers that race for a run stand, and pick a result, or changes of several.")
    .argument("[run]", "number, id, or start of an id; chosen from a list at a terminal")
    .option("--diff <contender>", "show the patch of this contender, with the ids of its hunks")
    .option(
      "--pick <contender[:hunks]>",
      "pick its result, or only these hunks; repeatable",
      (text: string, before: string[] = []) => [...before, text],
    )
    .option("--undo", "undo the pick")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (typed: string | undefined) => {
    finish(await race(shell, typed, command.optsWithGlobals<Options>()));
  });
}

async function race(shell: Shell, typed: string | undefined, options: Options): Promise<number> {
  const { diff, pick, undo, json = false } = options;
  if ([diff, pick, undo].filter((each) => each !== undefined).length > 1) {
    throw new UsageError("Use only one of --diff, --pick and --undo.");
  }
  const parts = pick?.map(partNamed);
  if (typed === undefined && !shell.terminal.interactive) {
    throw new UsageError("Name the run. Example: agent-harness race 41");
  }
  const connection = connect(shell, options);
  const id = typed === undefined
    ? await pickId(shell, connection, "/runs")
    : await resolveId(connection, "/runs", typed);
  if (diff !== undefined) return await showDiff(shell, connection, id, { number: numberIn(diff), json });
  if (parts) await connection.call("POST /runs/:id/pick", { params: { id }, body: { parts } });
  if (undo) await connection.call("POST /runs/:id/unpick", { params: { id } });
  const found = await connection.call("GET /runs/:id/race", { params: { id } });
  if (json) shell.output.json(found);
  else for (const line of raceLines(found, shell.output.columns)) shell.output.data(line);
  return EXIT.done;
}

/** Returns what `2` or `2:hunk,hunk` names. */
function partNamed(text: string): { contender: number; hunks?: string[] } {
  const [number = "", ...hunks] = text.split(":");
  const named = hunks.join(":").split(",").map((hunk) => hunk.trim()).filter(Boolean);
  return { contender: numberIn(number), ...(named.length > 0 && { hunks: named }) };
}

function numberIn(text: string): number {
  if (/^[1-5]$/.test(text.trim())) return Number(text);
  throw new UsageError(`"${text}" is no contender. Use its number, such as 2.`);
}

async function showDiff(
  { output }: Shell,
  connection: ServiceClient,
  id: string,
  { number, json }: { number: number; json: boolean },
): Promise<number> {
  const { contenders } = await connection.call("GET /runs/:id/race", { params: { id } });
  const { patchPath = null, manifestPath = null } = contenders[number - 1] ?? {};
  if (patchPath === null || manifestPath === null) {
    throw new ExitError(EXIT.notFound, `Contender ${number} of the run ${id} has no patch.`);
  }
  const [patch, manifest] = await Promise.all([patchPath, manifestPath].map(async (path) => {
    const query = new URLSearchParams({ path });
    const response = await connection.send(`/runs/${encodeURIComponent(id)}/artifact-file?${query}`, {});
    if (!response.ok) throw new ApiError(response.status, (await response.json()).error);
    return await response.text();
  }));
  const { files }: { files: Omit<PatchFile, "id">[] } = JSON.parse(manifest!);
  if (json) {
    output.json({ contender: number, patch, files });
    return EXIT.done;
  }
  const shown = renderDiff(neutralise(patch!), files.map((file) => ({ ...file, id: file.path })));
  for (const line of shown.lines) output.data(line);
  return EXIT.done;
}
