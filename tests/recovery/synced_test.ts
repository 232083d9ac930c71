import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED } from "../git.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { filesBelow } from "./leftovers.ts";
import { Site } from "./site.ts";
import { type Call, callsOf, Disk, pathOf, recorded } from "./system_calls.ts";

const probe = await Deno.makeTempFile();
const works = await recorded(probe) !== null;
await Deno.remove(probe);
const skipped = works ? "" : " (SKIPPED: no strace that works here)";

Deno.test({
  name:
    `what an event names is on disk, with its directories, before the log is written that names it${skipped}`,
  ignore: !works,
  async fn() {
    using site = Site.make();
    const storage = Deno.realPathSync(site.storage);
    const record = site.path("calls");
    const wrap = await recorded(record) ?? [];
    await using service = await site.start({ wrap });
    await service.operator("POST /secrets", {
      body: { name: "token", kind: "api_key", value: "canary-9d41" },
    });
    const request = 'create docs/b.txt with "b"\nreplace "hello" with "bye" in a.txt\nrename a.txt to c.txt';
    const body = { request, repoPath: site.repository.root };
    const { id } = await service.operator("POST /coordinator/runs", { body });
    using tail = new EventTail(service);
    const asked = await tail.first(eventOf(id, "approval.requested", "run.failed"));
    assert.equal(asked.type, "approval.requested", JSON.stringify(asked.data));
    const approval = asked.subject.slice("approval/".length);
    await service.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
    await tail.first(eventOf(id, "run.completed"));
    Deno.kill(JSON.parse(Deno.readTextFileSync(join(storage, "lock"))).pid, "SIGTERM"); // strace itself would leave it running
    await service.ended;

    const files = namedFiles(storage);
    const calls = callsOf(Deno.readTextFileSync(record));
    const found = unsynced(storage, files, calls);
    assert.deepEqual(found.faults, []);
    for (const kind of ["artifacts/", "secrets/", "objects/", "refs/"]) {
      assert.ok(found.seen.some((path) => path.includes(kind)), `the log names ${kind}`);
    }
    const without = (pattern: RegExp) =>
      unsynced(storage, files, calls.filter(({ name, args }) => !(/sync$/.test(name) && pattern.test(args))));
    for (
      const pattern of [/control\.git\/objects>/, /work\.git\/objects\/..\//, /refs\/retained>/, /artifacts>/]
    ) {
      assert.notDeepEqual(without(pattern).faults, [], `the control: without syncs of ${pattern}`);
    }
  },
});

/** The files that ids in the log stand for. */
function namedFiles(storage: string): Map<string, string[]> {
  const named = new Map<string, string[]>();
  const add = (id: string, path: string) => named.set(id, [...named.get(id) ?? [], join(storage, path)]);
  for (const path of filesBelow(storage)) {
    const object = /control\.git\/objects\/(..)\/(.{38})$/.exec(path);
    if (object) add(object[1]! + object[2]!, path);
    if (/\/refs\/retained\/.*\/base-1$/.test(path)) {
      add(Deno.readTextFileSync(join(storage, path)).trim(), path);
    }
    if (/^artifacts\//.test(path)) add(path.slice(-64), path);
    const secret = /^secrets\/(secret_\w+)\.\d+$/.exec(path);
    if (secret) add(secret[1]!, path);
  }
  return named;
}

/** What a power cut could have taken of files when the log was written that names them, and the files that it names. */
function unsynced(storage: string, files: Map<string, string[]>, calls: readonly Call[]) {
  const disk = new Disk();
  const [faults, seen] = [new Set<string>(), new Set<string>()];
  const order = calls.flatMap((call) => [
    { at: call.ended, call },
    // What the log names must be on disk before the write begins.
    ...(isLog(call) ? [{ at: call.begun - 0.5, written: call.args }] : []),
  ]).sort((one, other) => one.at - other.at);
  for (const step of order) {
    if ("call" in step) {
      disk.note(step.call);
      continue;
    }
    for (const [id] of step.written.matchAll(/\b(?:secret_\w{26}|[0-9a-f]{64}|[0-9a-f]{40})\b/g)) {
      for (const file of files.get(id) ?? []) {
        seen.add(file);
        const lacking = disk.lacks(file, storage);
        if (lacking !== null) faults.add(lacking);
      }
    }
  }
  return { faults: [...faults], seen: [...seen] };
}

const isLog = ({ name, args }: Call): boolean =>
  /write/.test(name) && pathOf(args).endsWith("harness.db-wal");
