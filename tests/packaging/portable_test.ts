import assert from "node:assert/strict";
import { join } from "node:path";
import { isLive, TestBrowser } from "../browser/browser.ts";
import { CHROMIUM } from "../browser/chromium.ts";
import { TestRepository } from "../git.ts";
import { Place, Serving } from "./place.ts";
import { writeExecutable } from "../executable.ts";
import { temporaryDirectory } from "../temporary.ts";
import { BILL_FILE } from "../../packaging/packages/bill.ts";
import { type Bill, billFaults, containedPackages } from "./bill.ts";
import { buildElsewhere, EPOCH, hashOf } from "./elsewhere.ts";

Deno.test({
  name:
    "the portable executable does all of it: in an empty directory, without Deno or Node, with a home that is read-only but for the cache",
  ignore: Deno.build.os === "windows",
  // The browser leaves sockets and timers of its own for a moment.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async (t) => {
    Deno.env.set("SOURCE_DATE_EPOCH", EPOCH);
    await using place = await Place.make().finally(() => Deno.env.delete("SOURCE_DATE_EPOCH"));
    const storage = join(place.root, "storage");
    let unpacked: string[] = [];

    await t.step("two first starts at once unpack it once", async () => {
      const [one, two] = await Promise.all([place.run(["--version"]), place.run(["--version"])]);
      assert.deepEqual([one.code, two.code], [0, 0], one.stderr + two.stderr);
      assert.equal(one.stdout, two.stdout);
      unpacked = place.unpacked();
      assert.equal(unpacked.length, 1);
      assert.match(unpacked[0]!, /^[0-9a-f]{64}$/);
      const inside = [...Deno.readDirSync(join(place.cache, "agent-harness", unpacked[0]!))].map(({ name }) =>
        name
      );
      assert.deepEqual(inside.filter((name) => /new-/.test(name)), []);
    });

    await t.step(
      "a build at another path, with another mask, language, zone and order of files is the same",
      async () => {
        const directory = temporaryDirectory();
        const elsewhere = await buildElsewhere(directory, {
          path: "an other/place/to build",
          umask: "077",
          locale: "tr_TR.UTF-8",
          zone: "Pacific/Kiritimati",
          changed: new Date("2001-02-03"),
          reversed: true,
        });
        assert.equal(await hashOf(elsewhere), await hashOf(place.program));
        assert.equal(await hashOf(`${elsewhere}.cdx.json`), await hashOf(`${place.program}.cdx.json`));
        await Deno.remove(directory, { recursive: true });
      },
    );

    await t.step(
      "its bill of materials is beside it and in it, and names the Deno that it contains",
      async () => {
        const beside = await Deno.readTextFile(`${place.program}.cdx.json`);
        const inside = join(place.cache, "agent-harness", unpacked[0]!);
        assert.equal(await Deno.readTextFile(join(inside, "app", BILL_FILE)), beside);
        const bill: Bill = JSON.parse(beside);
        const content = await hashOf(join(inside, "deno"));
        assert.deepEqual(bill.components.at(-1)!.hashes, [{ alg: "SHA-256", content }]);
        assert.deepEqual(billFaults(bill, await containedPackages(join(inside, "app"))), []);
      },
    );

    await t.step("version says commit and build date", async () => {
      const build = JSON.parse((await place.run(["version", "--json"])).stdout);
      assert.equal(build.packaging, "portable");
      assert.match(build.builtAt, /^\d{4}-\d\d-\d\dT/);
      assert.ok(build.commit === null || /^[0-9a-f]{40}(?:\+changes)?$/.test(build.commit));
    });

    await t.step("init and demo", async () => {
      const init = await place.run(["init", storage]);
      assert.equal(init.code, 0, init.stderr);
      const demo = await place.run(["demo", "--yes", "--json"]);
      assert.equal(demo.code, 0, demo.stderr + demo.stdout);
      assert.equal(JSON.parse(demo.stdout).ok, true);
    });

    const backup = join(place.root, "backup.tar.gz");
    let runs: unknown;
    await t.step("serve, run, review, backup while it serves", async () => {
      using repository = TestRepository.make({ "a.txt": "ab\n" });
      await using service = await Serving.start(place, storage);
      const environment = { AGENT_HARNESS_URL: service.url, AGENT_HARNESS_STORAGE_DIR: storage };
      const request = ["run", 'replace /a(.)/g with "b$1" in a.txt', "--repo", repository.root, "--watch"];
      assert.equal((await place.run(request, environment)).code, 7);
      const flags = ["--yes", "--reviewed-evidence", "--reviewed-hashes", "--reviewed-policy-class"];
      const review = await place.run(["review", ...flags], environment);
      assert.equal(review.code, 0, review.stderr);
      assert.equal(repository.read("a.txt"), "bb\n");
      const taken = await place.run(["backup", "create", "--output", backup], environment);
      assert.equal(taken.code, 0, taken.stderr);
      const page = await fetch(`${service.url}/docs`);
      assert.equal(page.status, 200);
      await page.body?.cancel();
      await showsDashboard(service.url, request[1]!);
      const definition = { name: "Kept", nodes: [{ id: "look", kind: "command", with: { command: "ls" } }] };
      const saved = await fetch(`${service.url}/saved-workflows`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ definition }),
      });
      assert.equal(saved.status, 201, "packages in the old format are loaded later in the bundle too");
      await saved.body?.cancel();
      const listed = await place.run(["runs", "list", "--json"], environment);
      runs = JSON.parse(listed.stdout);
      assert.equal(await service.stop(), 0);
    });

    await t.step("verify, restore, and a second start on what was restored", async () => {
      assert.equal((await place.run(["backup", "verify", backup])).code, 0);
      const restored = join(place.root, "restored");
      const restore = await place.run(["backup", "restore", backup, "--to", restored]);
      assert.equal(restore.code, 0, restore.stderr + restore.stdout);
      await using service = await Serving.start(place, restored);
      const listed = await place.run(["runs", "list", "--json"], { AGENT_HARNESS_URL: service.url });
      assert.deepEqual(JSON.parse(listed.stdout), runs);
      assert.equal(await service.stop(), 0);
      const offline = await place.run(["backup", "create", "--storage", restored, "--json"]);
      assert.equal(offline.code, 0, offline.stderr);
    });

    await t.step("service print starts this very file", async () => {
      const { stdout } = await place.run(["service", "print", "systemd", "--storage", storage]);
      assert.ok(stdout.includes(`ExecStart=${place.program} serve`), stdout);
    });

    await t.step("older versions go when a new one first runs, unless a process runs them", async () => {
      const versions = join(place.cache, "agent-harness");
      const [idle, busy] = ["0".repeat(64), "1".repeat(64)];
      for (const name of [idle, busy]) {
        Deno.mkdirSync(join(versions, name));
        Deno.writeTextFileSync(join(versions, name, "in-use"), "x");
      }
      using held = Deno.openSync(join(versions, busy, "in-use"), { read: true, write: true });
      held.lockSync(false);
      Deno.mkdirSync(join(versions, `${idle}.new-999999999`));
      Deno.removeSync(join(versions, unpacked[0]!), { recursive: true });
      assert.equal((await place.run(["--version"])).code, 0);
      assert.deepEqual(place.unpacked(), [busy, unpacked[0]!].sort());
    });

    await t.step(
      "a file that was cut off, no home, and a cache that cannot be made are said in one line",
      async () => {
        const cut = join(place.root, "cut");
        const bytes = Deno.readFileSync(place.program);
        writeExecutable(cut, bytes.subarray(0, bytes.length - 1000));
        const elsewhere = join(place.root, "elsewhere");
        const damaged = await place.run(["--version"], { AGENT_HARNESS_CACHE_DIR: elsewhere }, cut);
        assert.equal(damaged.code, 1);
        assert.match(damaged.stderr, /agent-harness: the program could not be unpacked .* Get it again\.\n$/);
        assert.deepEqual([...Deno.readDirSync(elsewhere)], []);
        const homeless = await place.run(["--version"], { HOME: "" });
        assert.deepEqual([homeless.code, homeless.stdout], [1, ""]);
        assert.match(homeless.stderr, /Set HOME, or AGENT_HARNESS_CACHE_DIR/);
        const nowhere = await place.run(["--version"], { AGENT_HARNESS_CACHE_DIR: join(cut, "cache") });
        assert.equal(nowhere.code, 1);
        assert.match(nowhere.stderr, /Could not create/);
      },
    );
  },
});

/** The page, its script, its styles and every part that the script loads are in the executable, and work in a browser. */
async function showsDashboard(url: string, run: string): Promise<void> {
  const read = async (path: string) => {
    const response = await fetch(url + path);
    assert.equal(response.status, 200, path);
    return await response.text();
  };
  assert.match(await read("/"), /<div id="app">/);
  assert.match(await read("/dashboard/styles.css"), /--accent:/);
  const script = await read("/dashboard/app.js");
  const parts = [...script.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map((match) => match[1]!);
  assert.ok(parts.length > 2);
  for (const part of parts) await read(part);
  if (CHROMIUM === null) return; // which chromium.ts has said
  await using browser = await TestBrowser.open();
  browser.origins.add(url);
  const page = await browser.page();
  await page.goto(url);
  await isLive(page);
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.locator(".runs-table").getByText(run).waitFor();
  browser.assertClean();
}
