import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { filesBelow } from "../recovery/leftovers.ts";
import { runToRest } from "../runs/scenario.ts";

const OBJECT = /control\.git\/objects\/[0-9a-f]{2}\//;

/** Each damage with what the check says of it. */
const DAMAGE: Readonly<Record<string, { by: (storage: string) => void; says: RegExp }>> = {
  "HEAD is empty": { by: (at) => change(at, /control\.git\/HEAD$/, empty), says: /HEAD is damaged/ },
  "the configuration is empty": {
    by: (at) => change(at, /control\.git\/config$/, empty),
    says: /config is damaged/,
  },
  "an object is empty": { by: (at) => change(at, OBJECT, empty), says: /\/objects\/[0-9a-f/]+ is damaged/ },
  "an object holds other bytes": {
    by: (at) => change(at, OBJECT, (path) => Deno.writeFileSync(path, Deno.readFileSync(path).reverse())),
    says: /\/objects\/[0-9a-f/]+ is damaged/,
  },
  "the objects are missing": {
    by: (at) => change(at, OBJECT, Deno.removeSync, Infinity),
    says: /the commit [0-9a-f]{12} of run_\w+ is incomplete/,
  },
};

for (const [damage, { by, says }] of Object.entries(DAMAGE)) {
  Deno.test(`POST /control-plane/restore-verification says so when ${damage} in a private repository`, async () => {
    using repository = new TestRepository();
    repository.write({ "a.txt": "a\n" });
    await using h = await harness({ workers: 1 });
    const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
    assert.equal(run.status, "waiting");
    const verify = async () => {
      const { checks } = await h.operator("POST /control-plane/restore-verification", { body: {} });
      return checks.find(({ name }) => name === "repositories")!;
    };
    const before = await verify();
    assert.ok(before.ok, "the control: it is whole before");
    assert.match(before.detail, /1 private repository and [2-9] commits of unfinished runs are complete/);
    by(h.directory);
    const { ok, detail } = await verify();
    assert.equal(ok, false);
    assert.match(detail, says);
    assert.match(detail, /Restart the service/);
  });
}

const empty = (path: string): void => Deno.truncateSync(path, 0);

function change(storage: string, pattern: RegExp, work: (path: string) => void, most = 1): void {
  const found = filesBelow(storage).filter((path) => pattern.test(path)).slice(0, most);
  assert.ok(found.length > 0);
  for (const path of found) {
    Deno.chmodSync(join(storage, path), 0o600);
    work(join(storage, path));
  }
}
