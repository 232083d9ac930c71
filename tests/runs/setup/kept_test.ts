import assert from "node:assert/strict";
import { join } from "node:path";
import { type KeptSetup, KeptSetups } from "../../../services/execution/commands/kept_setups.ts";
import { temporaryDirectory } from "../../temporary.ts";

const signal = new AbortController().signal;

async function make(directory: string): Promise<KeptSetup> {
  await Deno.mkdir(directory);
  await Deno.writeTextFile(join(directory, "made"), directory);
  const nothing = { added: [], changed: [], output: "" };
  return {
    directory,
    runId: "run",
    ...nothing,
    network: true,
    secrets: false,
    durationMilliseconds: 1,
    bytes: 1,
  };
}

Deno.test("however many results are made and removed at once, each user finds its own whole", async () => {
  const directory = temporaryDirectory();
  const setups = new KeptSetups(directory, () => new Date());
  let made = 0;
  const counted = (at: string) => (made++, make(at));
  try {
    await Promise.all(
      Array.from(
        { length: 300 },
        (_, at) =>
          setups.use({ words: [String(at % 30)], make: counted, signal }, async (kept) => {
            assert.equal(await Deno.readTextFile(join(kept.directory, "made")), kept.directory);
          }),
      ),
    );
    assert.ok(made >= 30);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});

Deno.test("a run that waits for a setup that fails makes its own; one that is stopped no longer waits", async () => {
  const directory = temporaryDirectory();
  const setups = new KeptSetups(directory, () => new Date());
  const failing = Promise.withResolvers<KeptSetup>();
  failing.promise.catch(() => {}); // it may fail before anybody waits for it
  const stopped = new AbortController();
  try {
    const words = ["one"];
    const first = setups.use({ words, make: () => failing.promise, signal }, () => Promise.resolve("first"));
    const failed = assert.rejects(first, /it failed/);
    const own = (at: string) => make(at).then((kept) => ({ ...kept, runId: "second" }));
    const second = setups.use({ words, make: own, signal }, ({ runId }) => Promise.resolve(runId));
    const third = setups.use({ words, make, signal: stopped.signal }, () => Promise.resolve("third"));
    stopped.abort(new Error("stopped"));
    await assert.rejects(third, /stopped/);
    failing.reject(new Error("it failed"));
    await failed;
    assert.equal(await second, "second");
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});
