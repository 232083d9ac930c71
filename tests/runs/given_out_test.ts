import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { heldGit } from "./held_git.ts";
import { runToRest } from "./scenario.ts";

/** Holds the next call of a method of an object before it begins. */
function held<Name extends string>(object: Record<Name, (...given: never[]) => unknown>, name: Name) {
  const [reached, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const own = Object.hasOwn(object, name);
  const method = object[name];
  const restore = () => void (own ? object[name] = method : delete (object as Partial<typeof object>)[name]);
  object[name] = async (...given) => {
    restore();
    reached.resolve();
    await going.promise;
    return await method.apply(object, given);
  };
  return { reached: reached.promise, goOn: () => going.resolve(), [Symbol.dispose]: restore };
}

async function madeRun(h: Harness, repository: TestRepository) {
  const { id } = await runToRest(h, repository, { request: 'create b.txt with "b"' });
  const erase = () => h.operator("POST /runs/:id/delete", { params: { id } });
  const { contentsSha256 } = await h.operator("GET /runs/:id/capsule", { params: { id } });
  const capsule = () =>
    h.send(`/runs/${id}/capsule`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ contentsSha256 }),
    });
  return { id, erase, capsule };
}

Deno.test("a capsule is not given out if its run is erased while it is signed", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { erase, capsule } = await madeRun(h, repository);
  const whole = await capsule();
  assert.deepEqual([whole.status, (await whole.bytes()).length > 1000], [200, true], "the control");
  using signing = held(crypto.subtle as unknown as Record<"sign", () => unknown>, "sign");
  const exported = capsule();
  await signing.reached;
  await erase();
  signing.goOn();
  const refused = await exported;
  const text = await refused.text();
  assert.deepEqual(
    [refused.status, /was erased at .*, so nothing/.test(text)],
    [400, true],
    text.slice(0, 200),
  );
});

Deno.test("a capsule whose run is erased while it is read ends there", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { erase, capsule } = await madeRun(h, repository);
  const response = await capsule();
  assert.equal(response.status, 200);
  await erase();
  await assert.rejects(response.bytes(), /was erased at/);
});

Deno.test("a replay packet of a run that is erased while it is made is not given out", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id, erase } = await madeRun(h, repository);
  const asked = () => h.json("GET", `/runs/${id}/replay-packet`);
  assert.equal((await asked()).status, 200, "the control");
  using git = heldGit("--batch-check", repository.root);
  const packet = asked();
  await git.reached;
  await erase();
  await git.goOn();
  const { status, body } = await packet;
  assert.deepEqual([status, JSON.stringify(body).includes("b.txt")], [404, false], body.error);
});

Deno.test("the file of evidence of a run that is erased while it is read is not given out", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id, erase } = await madeRun(h, repository);
  const { items: [first] } = await h.operator("GET /runs/:id/artifact-index", { params: { id } });
  const asked = () => h.send(`/runs/${id}/artifact-file?path=${encodeURIComponent(first!.path)}`);
  assert.deepEqual((await (await asked()).bytes()).length, first!.size, "the control");
  const { artifacts } = h.service;
  const { read } = artifacts;
  artifacts.read = async (sha256) => {
    artifacts.read = read;
    const content = await artifacts.read(sha256);
    await erase();
    return content;
  };
  const refused = await asked();
  assert.deepEqual([refused.status, /No run/i.test(await refused.text())], [404, true]);
});
