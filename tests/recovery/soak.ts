/**
 * Kills the service under load, a thousand times or as often as one likes: `deno task soak -- --kills 1000 [--seed N]`.
 * Ends with the statistical bound that this many kills without a fault give. With `--power-loss N` it cuts the power instead,
 * see `power_loss/soak.ts`; with `--workflows N` it compares runs of random workflows with their dry runs, and runs one
 * with 500 nodes; with `--automations NAME` it tries what automations promise, see `../automations/trials/mod.ts`; with
 * `--series N` it edits series of a CalDAV server so often and compares three readers after each edit; with
 * `--published DIRECTORY` it reads the workflows and skills that others published; with `--boundaries N` it is killed at each
 * boundary of runs, deliveries, undo, stepping in, defaults and proofs, N times; with `--damage` its repositories are damaged
 * in every way after kills; with `--turns N` it measures how long large pieces of work hold the event loop with N runs,
 * `--kept DIRECTORY` keeps the seeded store for the next time, `--only NAME` does one of them, `--profiled` names the
 * functions; with `--verification EVENTS` it measures the process that verifies a restore of so many events;
 * with `--upgrade COMMIT [--runs N]` it opens a store that an earlier commit made, also after kills while it does; with
 * `--moments N` it compares each moment of N random runs with what was answered then; with `--forecast N` it compares what is
 * forecast of N pairs of results with what becomes of them; with `--races N` N races of three work beside N plain runs; with `--machines N` three worker machines do N runs behind a
 * network that loses, repeats, delays and damages; with `--namespaces N [--queue]` two do them in network namespaces, while each
 * connection is cut and each process is frozen, killed and restarted; with `--throughput [--count N]` 1, 2 and 4 machines do N tasks each; with `--heartbeats MACHINES [--rate N] [--seconds S]` so many worker machines
 * renew their leases while a person uses the dashboard, `--profile DIRECTORY` names what takes the time; with `--capsules N` a
 * byte of an exported run is changed N times, and large ones are exported; with `--trials N` it simulates N
 * trials of workers, and does two for real; `reproducible` builds the portable executable in different
 * surroundings and compares the bytes.
 */
import { parseArgs } from "node:util";
import { boundAfter } from "./bound.ts";
import { MODELS } from "./power_loss/disk/models.ts";
import { freshSeed } from "./seed.ts";

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  args: Deno.args.filter((argument) => argument !== "--"),
  options: {
    kills: { type: "string", default: "1000" },
    seed: { type: "string" },
    "power-loss": { type: "string" },
    model: { type: "string" },
    image: { type: "string", default: "0" },
    recording: { type: "string" },
    automations: { type: "string" },
    count: { type: "string" },
    workflows: { type: "string" },
    forecast: { type: "string" },
    races: { type: "string" },
    machines: { type: "string" },
    namespaces: { type: "string" },
    queue: { type: "boolean", default: false },
    throughput: { type: "boolean", default: false },
    heartbeats: { type: "string" },
    rate: { type: "string", default: "1000" },
    seconds: { type: "string", default: "60" },
    profile: { type: "string" },
    capsules: { type: "string" },
    trials: { type: "string" },
    published: { type: "string", multiple: true },
    series: { type: "string" },
    boundaries: { type: "string" },
    damage: { type: "boolean", default: false },
    turns: { type: "string" },
    verification: { type: "string" },
    upgrade: { type: "string" },
    moments: { type: "string" },
    runs: { type: "string", default: "10000" },
    kept: { type: "string" },
    only: { type: "string" },
    profiled: { type: "boolean", default: false },
  },
});
const kills = Number(values.kills);
const seed = values.seed === undefined ? freshSeed() : Number(values.seed);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  say("--kills takes a whole number from 1 on, --seed a whole number.");
  Deno.exit(2);
}
if (positionals.length > 0) {
  if (positionals.join(" ") !== "reproducible") {
    say(`"${positionals.join(" ")}" is not a trial. There is: reproducible.`);
    Deno.exit(2);
  }
  const { buildReproducibly } = await import("../packaging/reproducible.ts");
  Deno.exit(await buildReproducibly(say));
}
if (values.automations !== undefined) {
  const { soakAutomations } = await import("../automations/trials/mod.ts");
  const count = values.count === undefined ? undefined : Number(values.count);
  Deno.exit(await soakAutomations(values.automations, count, seed, say));
}
if (values.workflows !== undefined) {
  const count = Number(values.workflows);
  if (!Number.isInteger(count) || count < 1) {
    say("--workflows takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { soakWorkflows } = await import("../workflows/soak.ts");
  await soakWorkflows(count, seed, say);
  Deno.exit(0);
}
if (values.forecast !== undefined) {
  const count = Number(values.forecast);
  if (!Number.isInteger(count) || count < 1) {
    say("--forecast takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { soakForecast } = await import("../approvals/forecast/soak.ts");
  await soakForecast(count, seed, say);
  Deno.exit(0);
}
if (values.races !== undefined) {
  const count = Number(values.races);
  if (!Number.isInteger(count) || count < 1) {
    say("--races takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { raceBesideRuns } = await import("../runs/race_load.ts");
  await raceBesideRuns(count, say);
  Deno.exit(0);
}
if (values.machines !== undefined) {
  const runs = Number(values.machines);
  if (!Number.isInteger(runs) || runs < 1) {
    say("--machines takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { tryMachines } = await import("../worker_machines/trial.ts");
  await tryMachines(runs, seed, say);
  Deno.exit(0);
}
if (values.namespaces !== undefined) {
  const runs = Number(values.namespaces);
  if (!Number.isInteger(runs) || runs < 1) {
    say("--namespaces takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { tryNamespaces } = await import("../worker_machines/apart/trial.ts");
  Deno.exit(await tryNamespaces({ runs, seed, hasQueue: values.queue }, say));
}
if (values.throughput) {
  const count = Number(values.count ?? 20);
  if (!Number.isInteger(count) || count < 1) {
    say("--count takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { measureThroughput } = await import("../worker_machines/apart/throughput.ts");
  Deno.exit(await measureThroughput(count, say));
}
if (values.heartbeats !== undefined) {
  const [machines, perSecond, seconds] = [values.heartbeats, values.rate, values.seconds].map(Number);
  if (![machines, perSecond, seconds].every((number) => Number.isInteger(number) && number! > 0)) {
    say("--heartbeats, --rate and --seconds take whole numbers from 1 on.");
    Deno.exit(2);
  }
  const { reportLoad, tryHeartbeats } = await import("../worker_machines/load/trial.ts");
  const load = { machines: machines!, perSecond: perSecond!, seconds: seconds!, profile: values.profile };
  Deno.exit(reportLoad(await tryHeartbeats(load, say), say));
}
if (values.capsules !== undefined) {
  const count = Number(values.capsules);
  if (!Number.isInteger(count) || count < 1) {
    say("--capsules takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { tryCapsules } = await import("../capsules/trial.ts");
  await tryCapsules(count, seed, say);
  const { tryLarge } = await import("../capsules/large.ts");
  const [small, large] = [await tryLarge(20, say), await tryLarge(60, say)];
  if (large > 2 * small) {
    say("Three times the files took more than twice the memory.");
    Deno.exit(1);
  }
  Deno.exit(0);
}
if (values.trials !== undefined) {
  const times = Number(values.trials);
  if (!Number.isInteger(times) || times < 1) {
    say("--trials takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { simulateTrials } = await import("../trials/simulate.ts");
  await simulateTrials(times, seed, say);
  Deno.exit(0);
}
if (values.published !== undefined) {
  const { readPublished } = await import("../workflows/published.ts");
  await readPublished(values.published, say);
  Deno.exit(0);
}
if (values.series !== undefined) {
  const edits = Number(values.series);
  if (!Number.isInteger(edits) || edits < 1) {
    say("--series takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { editSeries } = await import("../planner/series_world.ts");
  await editSeries({ seed, edits });
  say(`${edits} edits (seed ${seed}): three readers agree after each.`);
  Deno.exit(0);
}
if (values.boundaries !== undefined) {
  const rounds = Number(values.boundaries);
  if (!Number.isInteger(rounds) || rounds < 1) {
    say("--boundaries takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { killAtBoundaries } = await import("./boundaries.ts");
  await killAtBoundaries(rounds, say);
  Deno.exit(0);
}
if (values.damage) {
  const [{ comesToSameEnd, DAMAGE_CASES }, { inParallel }] = await Promise.all([
    import("./damaged_repository.ts"),
    import("./in_parallel.ts"),
  ]);
  await inParallel(2, DAMAGE_CASES, async (each) => {
    await comesToSameEnd(each);
    say(`ok: ${each.name}`);
  });
  say(`${DAMAGE_CASES.length} repositories were damaged, and every run came to its end.`);
  Deno.exit(0);
}
if (values.turns !== undefined) {
  const runs = Number(values.turns);
  if (!Number.isInteger(runs) || runs < 1_000) {
    say("--turns takes a whole number from 1000 on.");
    Deno.exit(2);
  }
  const { soakTurns } = await import("./turns/trial.ts");
  Deno.exit(await soakTurns(runs, values, say));
}
if (values.verification !== undefined) {
  const events = Number(values.verification);
  if (!Number.isInteger(events) || events < 1_000) {
    say("--verification takes a whole number from 1000 on.");
    Deno.exit(2);
  }
  const { soakVerification } = await import("./verification.ts");
  Deno.exit(await soakVerification(events, say));
}
if (values.upgrade !== undefined) {
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) {
    say("--runs takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { soakUpgrade } = await import("./upgrade.ts");
  Deno.exit(await soakUpgrade(values.upgrade, runs, say));
}
if (values.moments !== undefined) {
  const runs = Number(values.moments);
  if (!Number.isInteger(runs) || runs < 1) {
    say("--moments takes a whole number from 1 on.");
    Deno.exit(2);
  }
  const { compareMoments } = await import("../runs/moments.ts");
  say(`${await compareMoments(runs, seed)} moments of ${runs} runs (seed ${seed}) are told as they were.`);
  Deno.exit(0);
}
if (values["power-loss"] !== undefined) {
  const [images, first] = [Number(values["power-loss"]), Number(values.image)];
  const models = MODELS.filter((model) => values.model === undefined || model === values.model);
  if (!Number.isInteger(images) || images < 1 || !Number.isInteger(first) || models.length === 0) {
    say(`--power-loss takes a whole number from 1 on, --image a whole number, --model ${MODELS.join(", ")}.`);
    Deno.exit(2);
  }
  const { soakPowerLoss } = await import("./power_loss/soak.ts");
  const recording = values.recording ?? null;
  Deno.exit(await soakPowerLoss({ images, models, seed, first, recording }, say));
}

// Loaded only now: the power is cut for services from a bundle, which has to be there first.
const [{ KillCycle }, { Site }] = await Promise.all([import("./load/cycle.ts"), import("./site.ts")]);
const startedAt = performance.now();
const site = Site.make();
const cycle = new KillCycle(site, seed);
say(`seed ${seed}, storage ${site.storage}`);
try {
  for (let next = 10; cycle.kills < kills;) {
    const due = cycle.kills >= next;
    await cycle.once({ verify: due });
    if (!due) continue;
    say(progress());
    // Folding the log again takes longer as it grows.
    next += Math.max(10, Math.floor(cycle.kills / 10));
  }
  await cycle.end();
} catch (error) {
  say(`FAILED after ${cycle.kills} kills with seed ${seed}; what is left lies in ${site.storage}`);
  throw error;
}
site[Symbol.dispose]();
say(progress());
say(`No fault in ${cycle.kills} kills: a kill loses something ${boundAfter(cycle.kills)}.`);
const answers = cycle.ledger.acknowledged;
say(`No fault in ${answers} answers: an answer is lost ${boundAfter(answers)}.`);

function progress(): string {
  const { p50, most } = cycle.restartTimes();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${seconds} s: ${cycle.kills} kills, ${cycle.ledger.acknowledged} answers, ${cycle.history.runs.size} runs, ` +
    `${cycle.history.sequence} events, ${cycle.history.applied} patches; restart ${p50} ms (most ${most} ms)`;
}
