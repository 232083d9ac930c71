import { LOAD_TRIALS } from "../load/trials.ts";
import { type Trial, wholeNumber } from "./trial.ts";

/** The trials by name. Each loads what it needs when it is run. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  kills: {
    says: "kills the service under load, and gives the statistical bound if nothing was lost",
    count: 1_000,
    run: async ({ count, seed, say }) => await (await import("./kills.ts")).killUnderLoad(count, seed, say),
  },
  "power-loss": {
    says: "cuts the power: images of a disk for each model",
    count: 100,
    values: { model: "one model only", image: "the first image", recording: "the directory of a recording" },
    flags: ["opened"],
    run: async (asked) => {
      const [{ MODELS }, { soakPowerLoss }] = await Promise.all([
        import("../recovery/power_loss/disk/models.ts"),
        import("../recovery/power_loss/soak.ts"),
      ]);
      const { model, recording = null } = asked.values;
      const models = MODELS.filter((each) => model === undefined || each === model);
      if (models.length === 0) throw new RangeError(`--model takes ${MODELS.join(", ")}.`);
      const { count: images, seed, say } = asked;
      return await soakPowerLoss(
        {
          images,
          models,
          seed,
          first: wholeNumber(asked, "image", 0),
          recording,
          onlyOpens: asked.flags.has("opened"),
        },
        say,
      );
    },
  },
  "faults-at-calls": {
    says: "lets every so many-th call to the system fail, with five errors, in three scenarios",
    count: 1,
    values: { only: "a part of <scenario>/<error>", kept: "a directory that remembers how far it is" },
    flags: ["lasting"],
    run: async ({ count, values: { only = "", kept = null }, flags, say }) => {
      const { failCalls } = await import("../recovery/calls/trial.ts");
      return await failCalls({ step: count, only, kept, lasting: flags.has("lasting") }, say);
    },
  },
  "clock-jumps": {
    says:
      "stops the process at each boundary of so many runs, and sets its clock a day or an hour off meanwhile",
    count: 4,
    run: async ({ count, say }) => {
      const { soakClockJumps } = await import("../recovery/clock_jumps.ts");
      return await soakClockJumps(count, say);
    },
  },
  boundaries: {
    says: "kills it at each boundary of runs, deliveries, undo, stepping in, defaults and proofs",
    count: 1,
    run: async ({ count, say }) => {
      await (await import("../recovery/boundaries.ts")).killAtBoundaries(count, say);
    },
  },
  damage: {
    says: "damages repositories in every way after kills",
    count: 1,
    run: async ({ say }) => await (await import("./damage.ts")).damageRepositories(say),
  },
  upgrade: {
    says: "opens a store of so many runs that an earlier commit made, also after kills while it does",
    count: 10_000,
    words: "<commit>",
    run: async ({ words, count, say }) =>
      await (await import("../recovery/upgrade.ts")).soakUpgrade(words[0] ?? "", count, say),
  },
  "upgrade-all": {
    says: "opens a store of every earlier form, also after a kill at every so many-th call that writes",
    count: 1,
    run: async ({ count, say }) => await (await import("../recovery/upgrade_all.ts")).upgradeAll(count, say),
  },
  turns: {
    says: "measures how long large pieces of work hold the event loop in a store of so many runs",
    count: 100_000,
    least: 1_000,
    values: { kept: "a directory for the store, for the next time", only: "a part of a name" },
    flags: ["profiled"],
    run: async ({ count, values: { kept, only }, flags, say }) => {
      const { soakTurns } = await import("../recovery/turns/trial.ts");
      return await soakTurns(count, { kept, only, profiled: flags.has("profiled") }, say);
    },
  },
  verification: {
    says: "measures the process that verifies a restore of so many events",
    count: 1_000_000,
    least: 1_000,
    run: async ({ count, say }) =>
      await (await import("../recovery/verification.ts")).soakVerification(count, say),
  },
  moments: {
    says: "compares each moment of random runs with what was answered then",
    count: 20,
    run: async ({ count, seed, say }) => {
      const { compareMoments } = await import("../runs/moments.ts");
      say(
        `${await compareMoments(count, seed)} moments of ${count} runs (seed ${seed}) are told as they were.`,
      );
    },
  },
  races: {
    says: "begins races of three beside as many other runs",
    count: 50,
    run: async ({ count, say }) => await (await import("../runs/race_load.ts")).raceBesideRuns(count, say),
  },
  forecast: {
    says: "compares what is forecast of pairs of results with what becomes of them",
    count: 500,
    values: { only: "real or random changes only" },
    run: async ({ count, seed, values: { only }, say }) =>
      await (await import("../approvals/forecast/soak.ts")).soakForecast(count, seed, only, say),
  },
  trials: {
    says: "simulates trials of workers, and does two for real",
    count: 1_000,
    run: async ({ count, seed, say }) =>
      await (await import("../trials/simulate.ts")).simulateTrials(count, seed, say),
  },
  history: {
    says: "finds cases in a real history, among so many commits, and lets two programs attempt them",
    count: 200,
    words: "<repository>",
    values: {
      verifier: "says whether a result works",
      setup: "prepares the files of a case; none by default",
      readable: "directories that commands may read, with commas",
      proving: "how many minutes cases are proved at most",
      minutes: "stop after so many, to go on with another call",
      kept: "the storage directory that keeps what was done",
    },
    run: async (asked) => await (await import("../trials/history.ts")).tryHistory(asked),
  },
  capsules: {
    says: "changes a byte of an exported run, and exports large ones",
    count: 1_000,
    run: async ({ count, seed, say }) => {
      await (await import("../capsules/trial.ts")).tryCapsules(count, seed, say);
      const { tryLarge } = await import("../capsules/large.ts");
      const [small, large] = [await tryLarge(20, say), await tryLarge(60, say)];
      if (large <= 2 * small) return;
      say("Three times the files took more than twice the memory.");
      return 1;
    },
  },
  workflows: {
    says: "compares runs of random workflows with their dry runs, and runs one with 500 nodes",
    count: 200,
    run: async ({ count, seed, say }) =>
      await (await import("../workflows/soak.ts")).soakWorkflows(count, seed, say),
  },
  published: {
    says: "reads the workflows and skills that others published",
    count: 1,
    words: "<directory…>",
    run: async ({ words, say }) =>
      await (await import("../workflows/published.ts")).readPublished(words, say),
  },
  automations: {
    says: "tries what automations promise; the default count is that of each part",
    count: 0,
    least: 0,
    words: "<part, or all>",
    run: async ({ words, count, seed, say }) =>
      await (await import("../automations/trials/mod.ts")).soakAutomations(words, count, seed, say),
  },
  simulation: {
    says: "simulates the whole service on its own clock, kills it, and compares each command with a model",
    count: 1_000_000,
    values: { log: "a file that gets a line for each history, to go on from" },
    run: async ({ count, seed, values: { log }, say }) => {
      const { simulate } = await import("../simulation/simulate.ts");
      const coverage = await simulate({ count, seed, say, log });
      for (const line of coverage.lines()) say(line);
    },
  },
  planted: {
    says:
      "plants faults in a copy of the checkout, each of which the simulation has to find in so many commands",
    count: 50_000,
    words: "<parts of the names of faults, or all>",
    run: async ({ count, seed, words, say }) =>
      await (await import("../simulation/plant.ts")).findPlanted(count, seed, words, say),
  },
  series: {
    says: "edits series of a CalDAV server and compares three readers after each edit",
    count: 1_000,
    run: async ({ count, seed, say }) => {
      await (await import("../planner/series_world.ts")).editSeries({ seed, edits: count });
      say(`${count} edits (seed ${seed}): three readers agree after each.`);
    },
  },
  machines: {
    says: "three worker machines do runs behind a network that loses, repeats, delays and damages",
    count: 200,
    run: async ({ count, seed, say }) =>
      await (await import("../worker_machines/trial.ts")).tryMachines(count, seed, say),
  },
  namespaces: {
    says:
      "as root: two worker machines do runs while networks are cut, and processes frozen, killed and restarted",
    count: 200,
    flags: ["queue"],
    run: async ({ count, seed, flags, say }) => {
      const { tryNamespaces } = await import("../worker_machines/apart/trial.ts");
      return await tryNamespaces({ runs: count, seed, hasQueue: flags.has("queue") }, say);
    },
  },
  throughput: {
    says: "1, 2 and 4 worker machines do so many tasks each",
    count: 20,
    run: async ({ count, say }) =>
      await (await import("../worker_machines/apart/throughput.ts")).measureThroughput(count, say),
  },
  heartbeats: {
    says: "so many worker machines renew their leases while a person uses the dashboard",
    count: 10_000,
    values: { rate: "renewals a second", seconds: "how long", profile: "a directory for a profile" },
    run: async (asked) => {
      const { reportLoad, tryHeartbeats } = await import("../worker_machines/load/trial.ts");
      const [perSecond, seconds] = [wholeNumber(asked, "rate", 1_000), wholeNumber(asked, "seconds", 60)];
      const load = { machines: asked.count, perSecond, seconds, profile: asked.values.profile };
      return reportLoad(await tryHeartbeats(load, asked.say), asked.say);
    },
  },
  "fuzz-requests": {
    says: "sends requests of a fuzzer for every operation and caller",
    count: 1_000_000,
    values: { corpus: "a directory to go on from" },
    run: async ({ count, seed, values: { corpus: directory = null }, say }) =>
      await (await import("../fuzz/http/trial.ts")).fuzzRequests({ count, seed, directory }, say),
  },
  "fuzz-parsers": {
    says: "fuzzes parsers, each for so many seconds of processor time",
    count: 600,
    values: { corpus: "a directory to go on from", only: "names of parsers, with commas" },
    run: async ({ count: seconds, seed, values: { corpus: directory = null, only }, say }) => {
      const { fuzzParsers } = await import("../fuzz/parsers/trial.ts");
      return await fuzzParsers({ seconds, seed, directory, names: only?.split(",") ?? [] }, say);
    },
  },
  "fuzz-agents": {
    says: "gives work to coding agents and clients of MCP that send every message in any order",
    count: 100,
    run: async ({ count, seed, say }) =>
      await (await import("../fuzz/agents/trial.ts")).attackOften(count, seed, say),
  },
  reproducible: {
    says: "builds the portable executable in different surroundings and compares the bytes",
    count: 1,
    run: async ({ say }) => await (await import("../packaging/reproducible.ts")).buildReproducibly(say),
  },
  ...LOAD_TRIALS,
};
