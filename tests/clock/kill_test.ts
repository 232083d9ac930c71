import assert from "node:assert/strict";
import { approvalStream } from "../../store/approvals/stream.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { Harness } from "../harness.ts";
import { programFile } from "../programs.ts";
import { temporaryDirectory } from "../temporary.ts";
import { TestClocks } from "./clocks.ts";

const APPROVALS = 300;
const KILLS = 8;
const STEP_MILLISECONDS = 1_000;

const asked = {
  policyClass: "internal" as const,
  authority: "human" as const,
  coordinatorApprovable: false,
  risk: "low" as const,
  recommendedAction: "approve" as const,
  reasons: [],
  title: "Go on",
  summary: "",
  round: 1,
  evidence: [],
  evidenceDigest: "0",
};

/** Starts the service on a directory, lets so many approvals expire, and kills it. */
async function killAfter(directory: string, lines: number): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--quiet",
      programFile("tests/clock/killed_clock.ts"),
      directory,
    ],
    stdout: "piped",
  }).spawn();
  let seen = 0;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    seen += text.split("\n").length - 1;
    if (seen >= lines) break;
  }
  child.kill("SIGKILL");
  await child.status;
}

Deno.test("what is due happens exactly once, however often the service is killed", async () => {
  const directory = temporaryDirectory();
  const ids = Array.from({ length: APPROVALS }, (_, i) => `approval_${String(i).padStart(4, "0")}`);
  {
    const h = await Harness.open({}, directory);
    const ctx = contextFor(h.service, "system");
    const first = new TestClocks().wall;
    for (const [i, id] of ids.entries()) {
      const expiresAt = new Date(first + i * STEP_MILLISECONDS).toISOString();
      record(ctx, approvalStream, id, [{ type: "approval.requested", data: { ...asked, expiresAt } }], {
        runId: `run_${i}`,
      });
    }
    await ctx.settled();
    await h.close();
  }
  for (let i = 0; i < KILLS; i++) await killAfter(directory, 2 + i * 5);
  const h = await Harness.open({}, directory);
  try {
    const expiries = () => h.store.events.after(0, 10_000).filter(({ type }) => type === "approval.expired");
    const before = expiries().length;
    assert.ok(before >= 2 * KILLS && before < APPROVALS, `${before} expired before the last start`);
    await h.composition.clock.runOnce();
    const expired = expiries();
    const times = new Map(ids.map((id) => [id, 0]));
    for (const { stream } of expired) {
      const id = stream.replace(/^approval[-:/]/, "");
      times.set(id, (times.get(id) ?? 0) + 1);
    }
    assert.deepEqual([...times].filter(([, count]) => count !== 1), []);
    assert.deepEqual(h.rebuildDifferences(), []);
  } finally {
    await h.close();
    await Deno.remove(directory, { recursive: true });
  }
});
