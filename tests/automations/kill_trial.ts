/** The same as `kill_test.ts`, as often as one likes: `deno run -A tests/automations/kill_trial.ts [kills, 200]`. */
import { killSchedule } from "./kill.ts";

const kills = Number(Deno.args[0] ?? 200);
const { moments, runs } = await killSchedule(kills, Math.random);
Deno.stdout.writeSync(
  new TextEncoder().encode(
    `No difference after ${kills} kills: ${moments} moments, ${runs} runs, each once.\n`,
  ),
);
