import assert from "node:assert/strict";
import { pendingOf } from "../../kit/pending_of.ts";
import type { World } from "./acp_world.ts";
import { CANARY } from "./canary.ts";
import { atServer, giveLogin, worldOf } from "./own_login.ts";
import { script } from "./script.ts";

/** A world whose agent is set up as Claude Code is, and begins in a mode in which it does not ask. */
async function autoWorld(mode: "auto" | "stubborn" | "sudden" = "auto"): Promise<World> {
  const world = await worldOf(undefined, { mode, dial: "everything" });
  const address = atServer(world);
  world.server.key = CANARY;
  await giveLogin(world, address);
  return world;
}

Deno.test("an agent that begins in a mode in which it decides by itself is set to the one in which it asks", async () => {
  await using world = await autoWorld();
  const asked = await world.begin(script({ do: "edit", path: "new.txt", text: "new\n" }));
  assert.equal(pendingOf(asked).title, "Let coder change new.txt", asked.statusDetail);
  const done = await world.apply(await world.decide(asked, "approve"));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(world.repository.read("new.txt"), "new\n");
  assert.deepEqual(world.incidents(done), []);
});

Deno.test("an agent that switches to such a mode before its session is open is set back, too", async () => {
  await using world = await autoWorld("sudden");
  const asked = await world.begin(script({ do: "edit", path: "new.txt", text: "new\n" }));
  assert.equal(pendingOf(asked).title, "Let coder change new.txt", asked.statusDetail);
  await world.decide(asked, "reject");
});

Deno.test("an agent that switches to such a mode while it works is set back, and that is recorded", async () => {
  await using world = await autoWorld();
  const asked = await world.begin(
    script(
      { do: "mode", to: "plan" },
      { do: "mode", to: "auto" },
      { do: "settle" },
      { do: "edit", path: "new.txt", text: "new\n" },
    ),
  );
  assert.equal(pendingOf(asked).title, "Let coder change new.txt", asked.statusDetail);
  assert.deepEqual(world.incidents(asked), ["not_allowed"]);
  const details = world.events(asked).map(({ data }) => (data as { detail?: string }).detail ?? "");
  assert.ok(
    details.includes(
      'coder switched to the mode "auto", in which it does not ask. It was set back to "default".',
    ),
    details.join("\n"),
  );
  await world.decide(asked, "reject");
});

Deno.test("an agent that cannot be set to a mode in which it asks does nothing, and its run says why", async () => {
  await using world = await autoWorld("stubborn");
  const run = await world.begin(script({ do: "edit", path: "new.txt", text: "new\n" }));
  assert.deepEqual([run.status, run.statusReason], ["failed", "provider_unavailable"]);
  assert.match(
    run.statusDetail!,
    /cannot be set to the mode "default", in which it asks: .*no mode default/i,
  );
  assert.equal(world.repository.exists("new.txt"), false);
});

Deno.test("an agent that switches again and again is stopped", async () => {
  await using world = await autoWorld();
  const steps = Array.from({ length: 6 }, () => [{ do: "mode", to: "auto" }, { do: "settle" }] as const);
  const run = await world.begin(script(...steps.flat(), { do: "hang" }));
  assert.deepEqual([run.status, run.statusReason], ["failed", "provider_unavailable"]);
  assert.match(run.statusDetail!, /switched to the mode "auto", in which it does not ask, again and again/);
});
