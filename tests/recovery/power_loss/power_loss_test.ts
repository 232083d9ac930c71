import assert from "node:assert/strict";
import { temporaryDirectory } from "../../temporary.ts";
import { freshSeed } from "../seed.ts";
import { canMount } from "./check/mounted.ts";
import { MODELS } from "./disk/models.ts";
import { Recording } from "./recording.ts";
import { canTrace } from "./trace/strace.ts";
import { type Checked, Trial } from "./trial.ts";

const RUNS = 2;
const AT_ONCE = 2;
/** What is lost when everything is. */
const LOSSES = [
  "a memory record is lost",
  "a context document cannot be read",
  "a secret is lost",
  "an attachment is lost",
  "a run is lost",
  "a decision is lost",
];
const possible = await canTrace() && await canMount();

Deno.test({
  name: `a power cut of each model (${MODELS.join(", ")}) breaks no promise${
    possible ? "" : " (needs strace, and the right to mount)"
  }`,
  ignore: !possible,
  fn: async () => {
    const seed = freshSeed();
    const directory = temporaryDirectory();
    const trial = new Trial(await Recording.make(directory, RUNS), seed);
    // Controls: the recording is complete, nothing is missed where nothing was lost, and a loss is found.
    assert.deepEqual(trial.replay().differences, []);
    assert.deepEqual((await trial.checkEnd()).all, []);
    const losses = (await trial.checkBeginning()).all.map((fault) => fault.class);
    for (const loss of LOSSES) assert.ok(losses.includes(loss), `not found: ${loss}`);
    const checked: Checked[] = [];
    const images = MODELS.map((model) => ({ model, image: 0 })); // more: deno task soak -- power-loss --count 100
    await trial.check(images, AT_ONCE, (one) => checked.push(one));
    const faulty = checked.filter(({ faults }) => faults.all.length > 0);
    const found = faulty.flatMap(({ model, image, faults }) =>
      faults.all.map(({ detail }) => `${model} ${image}: ${detail}`)
    );
    assert.deepEqual(found, [], `RECOVERY_SEED=${seed}, recorded in ${directory}`);
    Deno.removeSync(directory, { recursive: true });
  },
});
