import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { boundAfter } from "../bound.ts";
import { type Model } from "./disk/models.ts";
import { canMount } from "./check/mounted.ts";
import { tableOf } from "./table.ts";
import { canTrace } from "./trace/strace.ts";
import type { Checked } from "./trial.ts";

/** What `deno task soak -- power-loss` is asked for. */
export type PowerLossOptions = {
  /** How many images of each model. */
  readonly images: number;
  readonly models: readonly Model[];
  readonly seed: number;
  /** The number of the first image. */
  readonly first: number;
  /** A recording that an earlier trial left; null records anew. */
  readonly recording: string | null;
  /** Whether the storage of each image is only opened, and nothing brought to an end. */
  readonly onlyOpens: boolean;
};

const CACHE = fileURLToPath(new URL("../../../.cache/power_loss", import.meta.url));
const MEMORY = "/dev/shm";
/** Images that are checked at once: while one waits for a process or for its next try, others work. */
const AT_ONCE = navigator.hardwareConcurrency * 2;

/** Records a service, cuts its power at random, and says which promises a disk breaks. Returns the exit code. */
export async function soakPowerLoss(options: PowerLossOptions, say: (line: string) => void): Promise<number> {
  if (!await canTrace() || !await canMount()) {
    say("This trial needs strace, and unshare with the right to mount: apt-get install strace util-linux.");
    return 2;
  }
  await bundle();
  // What starts a service reads where its bundle is when it is loaded.
  const [{ Trial }, { Recording }, { MAX_RUNS }] = await Promise.all([
    import("./trial.ts"),
    import("./recording.ts"),
    import("./scenario/plans.ts"),
  ]);
  const directory = options.recording ?? makeDirectory();
  const recording = options.recording === null
    ? await Recording.make(directory, MAX_RUNS)
    : new Recording(directory);
  const trial = new Trial(recording, options.seed, options.onlyOpens);
  const { same, differences } = trial.replay();
  const { operations } = trial.history;
  say(`seed ${options.seed}, recording ${directory}: ${operations.length} operations`);
  say(
    `replayed without a cut: ${same} of ${
      same + differences.length
    } files, links and directories are the same`,
  );
  const end = await trial.checkEnd();
  say(`checked without a cut: ${end.lookUps} look-ups, ${end.all.length} faults`);
  for (const line of [...differences, ...end.all.map(({ detail }) => detail)]) say(`  ${line}`);
  if (differences.length + end.all.length > 0) return 1;
  const checked: Checked[] = [];
  const startedAt = performance.now();
  const numbers = Array.from({ length: options.images }, (_, index) => options.first + index);
  const images = numbers.flatMap((image) => options.models.map((model) => ({ model, image })));
  await trial.check(images, AT_ONCE, (one) => {
    checked.push(one);
    if (options.images === 1) {
      for (const { class: what, detail } of one.faults.all) say(`${what}\n    ${detail}`);
    }
    if (checked.length % 10 === 0 || checked.length === images.length) {
      say(progress(checked, images.length, startedAt));
    }
  });
  for (const line of tableOf(checked)) say(line);
  const faulty = checked.filter(({ faults }) => faults.all.length > 0);
  if (faulty.length === 0) {
    say(`No fault in ${checked.length} images: a power cut breaks a promise ${boundAfter(checked.length)}.`);
    if (options.recording === null) Deno.removeSync(directory, { recursive: true });
    return 0;
  }
  const [{ model, image }] = faulty as [Checked];
  say("To see one again, with every detail:");
  say(
    `  deno task soak -- power-loss --count 1 --model ${model} --seed ${options.seed} --image ${image} --recording ${directory}${
      options.onlyOpens ? " --opened" : ""
    }`,
  );
  return 1;
}

async function bundle(): Promise<void> {
  const { bundleScripts } = await import("../../../packaging/bundle.ts");
  if (existsSync(CACHE)) Deno.removeSync(CACHE, { recursive: true }); // a bundle of another commit has other names
  await bundleScripts(CACHE, ["tests/recovery/service.ts", "cli.ts"]);
  Deno.env.set("BUNDLED_TEST_PROGRAMS", CACHE);
}

function makeDirectory(): string {
  const prefix = "agent-harness-power-";
  try {
    return Deno.makeTempDirSync({ dir: MEMORY, prefix });
  } catch {
    return Deno.makeTempDirSync({ prefix });
  }
}

function progress(checked: readonly Checked[], all: number, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  const lookUps = checked.reduce((sum, { faults }) => sum + faults.lookUps, 0);
  const faulty = checked.filter(({ faults }) => faults.all.length > 0).length;
  return `${
    Math.round(seconds)
  } s: ${checked.length} of ${all} images, ${lookUps} look-ups, ${faulty} images with a fault, ` +
    `${(seconds / checked.length).toFixed(1)} s an image`;
}
