import assert from "node:assert/strict";
import { join } from "node:path";
import type { RunDetails } from "../../../services/execution/run_views/detail_schemas.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { World } from "./acp_world.ts";
import { script, type Step } from "./script.ts";

const EDIT: Step = { do: "edit", path: "new.txt", text: "new\n" };

/** A place for the file that stands for the agent's login, which the agent may read. */
class Login implements Disposable {
  readonly directory = temporaryDirectory();
  readonly path = join(this.directory, "login");
  readonly agent = { readable: [this.directory] };
  readonly step: Step = { do: "login", path: this.path };

  give(): void {
    Deno.writeTextFileSync(this.path, "");
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.directory, { recursive: true });
  }
}

/** The work that was done so far, as often as it was begun. */
const starts = (world: World, run: RunDetails): number =>
  world.events(run).filter(({ type }) => type === "task_session.started").length;

const waits = (run: RunDetails) => [run.status, run.waitingFor?.kind, run.waitingFor?.id];

for (const where of ["at the start", "in the middle of its work"] as const) {
  Deno.test(`an ACP agent without a login ${where} makes the run wait for a person, over a restart, until a check`, async () => {
    using login = new Login();
    const atStart = where === "at the start";
    await using world = await World.open({ agent: login.agent, ...(atStart && { login: login.path }) });
    const waiting = await world.begin(script(...(atStart ? [] : [login.step]), EDIT));
    assert.deepEqual(waits(waiting), ["waiting", "auth", "coder"], waiting.statusDetail);
    assert.equal(waiting.nextMove?.owner, "human");
    const { detail } = waiting.waitingFor!;
    assert.match(
      detail,
      /^coder needs a login: Authentication required\. Log in with: .* --login, or Account/,
    );
    assert.match(detail, /agent-harness providers check coder, and the run continues\.$/);
    assert.deepEqual(waiting.tasks.map(({ status }) => status), ["queued"]);

    const begun = starts(world, waiting);
    await world.h.service.providerMonitor.runOnce(world.h.service);
    const { coder } = await world.h.operator("GET /providers/health");
    assert.deepEqual([coder!.ready, coder!.credentials.status], [false, "rejected"]);
    assert.equal(starts(world, waiting), begun, "a check in the background tries nothing");
    await world.restart();
    assert.deepEqual(waits(await world.h.settled(waiting.id)), ["waiting", "auth", "coder"]);

    login.give();
    await world.h.operator("POST /providers/:provider/health-check", { params: { provider: "coder" } });
    const asked = await world.h.until(waiting.id, ({ approvals }) => approvals.length > 0);
    const done = await world.apply(await world.decide(asked, "approve"));
    assert.equal(done.status, "completed", done.statusDetail);
    assert.equal(world.repository.read("new.txt"), "new\n");
  });
}

Deno.test("work of an ACP agent that goes well lets the runs continue that wait for its login", async () => {
  using login = new Login();
  await using world = await World.open({ agent: login.agent });
  const first = await world.begin(script(EDIT));
  const second = await world.begin(script(login.step, { ...EDIT, path: "other.txt" }));
  assert.deepEqual(waits(second), ["waiting", "auth", "coder"], second.statusDetail);
  login.give();
  await world.decide(first, "approve");
  const asked = await world.h.until(second.id, ({ approvals }) => approvals.length > 0);
  assert.equal(pendingOf(asked).title, "Let coder change other.txt");
});

Deno.test("a test of an ACP agent clears the refusal of its login, and a login that is still refused waits again", async () => {
  using login = new Login();
  await using world = await World.open({ agent: login.agent, login: login.path });
  const waiting = await world.begin(script(EDIT));
  const { length } = world.events(waiting);
  await world.h.operator("POST /providers/:provider/test", { params: { provider: "coder" }, body: {} });
  const again = await world.h.until(waiting.id, () => {
    const since = world.events(waiting).slice(length).map(({ type }) => type);
    return since.includes("run.resumed") && since.includes("run.waiting");
  });
  assert.deepEqual(waits(again), ["waiting", "auth", "coder"]);
});

Deno.test("an ACP agent that fails for another reason than its login ends the run as before", async () => {
  using login = new Login();
  login.give();
  await using world = await World.open({ agent: login.agent, login: login.path });
  const ended = await world.begin(script(login.step, { do: "fail", message: "Authentication required" }));
  assert.deepEqual([ended.status, ended.statusReason], ["failed", "provider_unavailable"]);
  assert.equal((await world.h.operator("GET /providers/health")).coder!.ready, true);
});
