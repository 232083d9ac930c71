import assert from "node:assert/strict";
import { join } from "node:path";
import { ModelServer } from "../../models/server/model_server.ts";
import { says } from "../../models/server/reply.ts";
import { sandboxTest } from "../../sandbox.ts";
import { DOORS, type Place } from "./policies/doors.ts";
import { Person } from "./policies/person.ts";
import { reachedInside, REACHES } from "./policies/reach.ts";
import { Surroundings } from "./policies/surroundings.ts";

/** What the filter alone keeps away, for every user. */
const FILTERED = ["findsKey", "addsKey", "vsock", "otherFamilies", "uring", "uffd", "types"];

/** What a probe says that it reached. */
function reached(text: string, door: string): string[] {
  const found = new RegExp(`probed<${door}:([\\w ]*)>`).exec(text)?.[1];
  assert.ok(found !== undefined, `${door}: the probe did not run: ${text.slice(-3_000)}`);
  return found.split(" ").filter(Boolean).toSorted();
}

/** What a verifier reaches under a `sandbox.json`. */
async function reachedUnder(place: Place, settings: Record<string, unknown>): Promise<string[]> {
  const file = join(place.person.storage, "sandbox.json");
  Deno.writeTextFileSync(file, JSON.stringify(settings));
  place.person.own(file);
  return reached(await DOORS.verifier!(place, "probe verifier"), "verifier");
}

const USERS = { root: 0, "another user": 65534 };
for (const [user, uid] of Object.entries(USERS)) {
  if (Deno.uid() !== 0 && uid === 0) continue;
  sandboxTest(
    `as ${user}: a probe reaches what docs/security.md says and nothing else, in any sandbox that the service composes`,
    async () => {
      using person = new Person(Deno.uid() === 0 ? uid : Deno.uid()!);
      await using server = ModelServer.start(() => says("An answer."));
      await using surroundings = await Surroundings.make(person, server.baseUrl);
      await using place = await surroundings.serve();
      const control = reached(surroundings.asThePerson("probe control"), "control");
      for (const [name, { outside }] of Object.entries(REACHES)) {
        if (outside !== "everybody" && !(outside === "root" && person.uid === 0)) continue;
        assert.ok(control.includes(name), `the control: ${name} of ${control}`);
      }
      assert.deepEqual(control.filter((name) => REACHES[name] === undefined), []);
      const table: Record<string, string[]> = {};
      for (const [door, open] of Object.entries(DOORS)) {
        table[door] = reached(await open(place, `probe ${door}`), door);
      }
      const expected = reachedInside(person.uid).toSorted();
      assert.deepEqual(table, Object.fromEntries(Object.keys(DOORS).map((door) => [door, expected])));

      const allowed = ["keyrings", "sockets", "io_uring", "userfaultfd", "terminal_input", "first_process"];
      const systemCalls = Object.fromEntries(allowed.map((name) => [name, true]));
      const more = (await reachedUnder(place, { systemCalls })).filter((name) => !expected.includes(name));
      const filtered = FILTERED.filter((name) => control.includes(name));
      assert.deepEqual(
        more,
        [...filtered, "seizes"].toSorted(),
        "the control: the filter it was",
      );
      const fewer = await reachedUnder(place, { userNamespaces: false });
      assert.deepEqual(fewer, reachedInside(0).toSorted());
      if (person.uid !== 0) return;
      const nested = await reachedUnder(place, { userNamespaces: true });
      assert.deepEqual(
        nested.filter((name) => !expected.includes(name)).filter((name) => name !== "changesGroups"),
        ["userNamespace"],
      );
    },
  );
}
