import assert from "node:assert/strict";
import { join } from "node:path";
import { Harness, harness } from "../harness.ts";
import { assertRefusal } from "../routes/sentence.ts";

const STATE = "verifications.json";

/** Holds each verification before its first answer, until it is let go or stopped. */
class HeldVerifications implements Disposable {
  readonly #real = globalThis.Worker;
  readonly #free = Promise.withResolvers<void>();
  /** The directories in which they write. */
  readonly scratch: string[] = [];

  constructor() {
    const [free, scratch] = [this.#free.promise, this.scratch];
    globalThis.Worker = class extends this.#real {
      override postMessage(message: { request?: { scratch: string } }): void {
        if (message.request) {
          scratch.push(message.request.scratch);
          void free.then(() => super.postMessage(message));
        } else super.postMessage(message);
      }
    } as typeof Worker;
  }

  letGo(): void {
    this.#free.resolve();
  }

  [Symbol.dispose](): void {
    globalThis.Worker = this.#real;
  }
}

/** Waits for a verification as the foreground request does, and returns it. */
async function ended(h: Harness, id: string) {
  await h.operator("POST /control-plane/restore-verification").catch(() => {});
  return await h.operator("GET /control-plane/restore-verifications/:id", { params: { id } });
}

const start = (h: Harness, body: object = {}) => h.json("POST", "/control-plane/restore-verifications", body);

Deno.test("a verification in the background answers at once, is joined, and keeps its report, also over a restart", async () => {
  const h = await harness();
  await using other = await harness();
  using held = new HeldVerifications();
  const first = await start(h);
  assert.deepEqual([first.status, first.body.status, first.body.progress.percent], [201, "running", 0]);
  const again = await start(h);
  assert.deepEqual([again.status, again.body.id], [200, first.body.id]);
  const another = await start(h, { directory: other.directory });
  assert.equal(another.status, 400);
  assert.ok(another.body.error.includes(first.body.id), another.body.error);
  held.letGo();
  const found = await ended(h, first.body.id);
  assert.deepEqual([found.status, found.report?.ok, found.progress.percent], ["completed", true, 100]);
  assert.equal(found.directory, h.directory);
  await h.close();
  await using reopened = await Harness.open({}, h.directory);
  assert.deepEqual(
    await reopened.operator("GET /control-plane/restore-verifications"),
    { items: [found], counts: { completed: 1 } },
  );
});

Deno.test("a verification that is cancelled has stopped, left nothing, and lets the next one start", async () => {
  await using h = await harness();
  {
    using held = new HeldVerifications();
    const { body: { id } } = await start(h);
    const waiting = h.send("/control-plane/restore-verification", { method: "POST" });
    const cancelled = await h.operator("POST /control-plane/restore-verifications/:id/cancel", {
      params: { id },
    });
    assert.deepEqual([cancelled.status, cancelled.report], ["cancelled", undefined]);
    await assertRefusal(await waiting, [500], "joined");
    assert.equal(held.scratch.length, 1);
    assert.throws(() => Deno.statSync(held.scratch[0]!), Deno.errors.NotFound);
  }
  const { body: next } = await start(h);
  const found = await ended(h, next.id);
  assert.equal(found.status, "completed");
  const late = await h.operator("POST /control-plane/restore-verifications/:id/cancel", {
    params: { id: next.id },
  });
  assert.deepEqual(late, found);
  await assertRefusal(await h.send("/control-plane/restore-verifications/verification_none"), [404], "none");
});

Deno.test("a verification whose thread ends without a result has failed, and says why", async () => {
  await using h = await harness();
  const real = globalThis.Worker;
  globalThis.Worker = class extends real {
    override postMessage(message: { request?: object }): void {
      if (message.request) super.postMessage({ stop: true });
      super.postMessage(message);
    }
  } as typeof Worker;
  try {
    const { body: { id } } = await start(h);
    const found = await ended(h, id);
    assert.deepEqual([found.status, found.report], ["failed", undefined]);
    assert.match(found.statusDetail ?? "", /^The verification failed: .+\.$/);
  } finally {
    globalThis.Worker = real;
  }
});

Deno.test("a verification that a stop cut short is interrupted at the next start, and its file may be anything", async () => {
  const h = await harness();
  using _held = new HeldVerifications();
  const { body: { id } } = await start(h);
  await h.close();
  const reopened = await Harness.open({}, h.directory);
  const found = await reopened.operator("GET /control-plane/restore-verifications/:id", { params: { id } });
  assert.deepEqual([found.status, found.report], ["interrupted", undefined]);
  assert.match(found.statusDetail ?? "", /nothing is known of its result/);
  assert.equal(JSON.parse(Deno.readTextFileSync(join(reopened.directory, STATE)))[0].status, "interrupted");
  Deno.writeTextFileSync(join(reopened.directory, STATE), "[{");
  await reopened.close();
  await using third = await Harness.open({}, h.directory);
  assert.deepEqual(await third.operator("GET /control-plane/restore-verifications"), {
    items: [],
    counts: {},
  });
});
