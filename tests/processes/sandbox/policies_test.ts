import assert from "node:assert/strict";
import { join } from "node:path";
import { ModelServer } from "../../models/server/model_server.ts";
import { says } from "../../models/server/reply.ts";
import { sandboxTest } from "../../sandbox.ts";
import { DOORS } from "./policies/doors.ts";
import { Person } from "./policies/person.ts";
import { Surroundings } from "./policies/surroundings.ts";

/** What the namespaces and the mounts keep away. */
const HIDDEN = ["home", "storage", "onPath", "sibling", "processes", "signals", "abstract", "loopback"];
/** What the filter keeps away, for every user; and what the kernel leaves to root alone on most machines. */
const FILTERED = ["findsKey", "addsKey", "vsock", "uring", "uffd", "types"];

/** What a probe says that it reached. */
function reached(text: string, door: string): string[] {
  const found = new RegExp(`probed<${door}:([\\w ]*)>`).exec(text)?.[1];
  assert.ok(found !== undefined, `${door}: the probe did not run: ${text.slice(-3_000)}`);
  return found.split(" ").filter(Boolean);
}

const USERS = { root: 0, "another user": 65534 };
for (const [user, uid] of Object.entries(USERS)) {
  if (Deno.uid() !== 0 && uid === 0) continue;
  sandboxTest(`as ${user}: no probe reaches anything, in any sandbox that the service composes`, async () => {
    using person = new Person(Deno.uid() === 0 ? uid : Deno.uid()!);
    await using server = ModelServer.start(() => says("An answer."));
    await using surroundings = await Surroundings.make(person, server.baseUrl);
    await using place = await surroundings.serve();
    const control = reached(surroundings.asThePerson("probe control"), "control");
    for (const probe of [...HIDDEN, ...FILTERED]) {
      assert.ok(control.includes(probe), `the control: ${probe} of ${control}`);
    }
    const table: Record<string, string[]> = {};
    for (const [door, open] of Object.entries(DOORS)) {
      table[door] = reached(await open(place, `probe ${door}`), door);
    }
    assert.deepEqual(table, Object.fromEntries(Object.keys(DOORS).map((door) => [door, []])));

    const allowed = ["keyrings", "sockets", "io_uring", "userfaultfd", "terminal_input", "first_process"];
    const systemCalls = Object.fromEntries(allowed.map((name) => [name, true]));
    const settings = join(person.storage, "sandbox.json");
    Deno.writeTextFileSync(settings, JSON.stringify({ systemCalls }));
    person.own(settings);
    const unfiltered = reached(await DOORS.verifier!(place, "probe verifier"), "verifier");
    assert.deepEqual(
      unfiltered.toSorted(),
      [...FILTERED, "seizes"].toSorted(),
      "the control: the filter it was",
    );
  });
}
