import { join } from "node:path";
import { inParallel } from "../in_parallel.ts";
import { Random } from "../load/random.ts";
import { checkImage } from "./check/image.ts";
import { checkOpened } from "./check/opened.ts";
import type { Faults } from "./check/faults.ts";
import { applications, chooseCut, toldBefore } from "./cuts.ts";
import { compareImage, type Comparison } from "./disk/compare.ts";
import { cutPower, endOf } from "./disk/cut.ts";
import { type Image, writeImage } from "./disk/image.ts";
import { type Model, MODELS } from "./disk/models.ts";
import type { Recording } from "./recording.ts";

/** One image that was checked. The same seed and number give the same image of the same recording. */
export type Checked = {
  readonly model: Model;
  readonly image: number;
  readonly cut: number;
  readonly faults: Faults;
};

/** Cuts the power of a recorded service at random moments, and checks what each disk gives. */
export class Trial {
  readonly history;
  readonly #scenario;
  readonly #applied;

  /** `onlyOpens`: the storage of an image is opened in this process, instead of serving it by a process of its own. */
  constructor(readonly recording: Recording, readonly seed: number, readonly onlyOpens = false) {
    this.history = recording.history();
    this.#scenario = recording.scenario();
    this.#applied = applications(this.history);
  }

  /** Replays everything without a cut and compares it with the disk that the service left. */
  replay(): Comparison {
    const end = endOf(this.history, this.recording.disk);
    return compareImage(end, this.recording.after, isNeverKept);
  }

  /** Checks the images of these numbers, at most `atOnce` at a time. */
  async check(
    images: readonly { model: Model; image: number }[],
    atOnce: number,
    checked: (result: Checked) => void,
  ): Promise<void> {
    await inParallel(atOnce, images, async ({ model, image }) => checked(await this.checkOne(model, image)));
  }

  async checkOne(model: Model, image: number): Promise<Checked> {
    const random = new Random(this.seed + image * MODELS.length + MODELS.indexOf(model));
    const cut = chooseCut(this.history, this.#scenario.deeds, this.#applied, random);
    const { disk } = this.recording;
    const faults = await this.#check(
      cutPower(this.history, disk, cut, model, random),
      cut,
      `${model}-${image}`,
    );
    return { model, image, cut, faults };
  }

  /** Checks the disk on which nothing was lost: a fault here is a fault of the trial, or no matter of power. */
  async checkEnd(): Promise<Faults> {
    return await this.#check(endOf(this.history, this.recording.disk), this.history.operations.length, "end");
  }

  /** Checks the disk of the beginning against everything that was answered later: this is what a loss looks like. */
  async checkBeginning(): Promise<Faults> {
    const first = cutPower(this.history, this.recording.disk, 0, "ordered", new Random(0));
    return await this.#check(first, this.history.operations.length, "beginning");
  }

  async #check(image: Image, cut: number, name: string): Promise<Faults> {
    const { plans, deeds } = this.#scenario;
    const path = join(this.recording.directory, name);
    Deno.mkdirSync(path);
    writeImage(image, path);
    const told = toldBefore(this.history, cut, deeds);
    const check = this.onlyOpens ? checkOpened : checkImage;
    const faults = await check(path, this.recording.disk, { plans, told });
    Deno.removeSync(path, { recursive: true });
    return faults;
  }
}

/**
 * What is written without a call that strace sees, and that nothing relies on after a cut: memory that is mapped, and mount points in
 * the homes of commands, whose results no service takes over from another.
 */
const isNeverKept = (path: string): boolean =>
  path.endsWith("-shm") || /^storage\/setups\/[0-9a-f-]+\/worktree\.home\//.test(path);
