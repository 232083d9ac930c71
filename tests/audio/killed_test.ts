import assert from "node:assert/strict";
import { sha256 } from "../../store/chain.ts";
import { verifyChain } from "../../store/verify.ts";
import { Harness } from "../harness.ts";
import { programFile } from "../programs.ts";
import { temporaryDirectory } from "../temporary.ts";
import { openSession, settled } from "./audio_world.ts";
import { PARTS, sendPart, WHOLE } from "./killed_scenario.ts";

const PROGRAM = programFile("tests/audio/killed.ts");

/** Sends until a boundary; returns how many parts were answered, and whether it was killed. */
async function sendUntil(directory: string, session: string, at: number) {
  const { code, signal, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", PROGRAM, directory, session, String(at)],
  }).output();
  assert.ok(signal === "SIGKILL" || code === 0, new TextDecoder().decode(stderr));
  const answered = new TextDecoder().decode(stdout).trim().split("\n").filter(Boolean).length;
  return { killed: signal === "SIGKILL", answered };
}

Deno.test("a service that is killed in the middle of an upload has every part that it answered, and continues", async () => {
  let boundaries = 0;
  for (let at = 0, killed = true; killed; at += 5, boundaries++) {
    const directory = temporaryDirectory();
    const before = await Harness.open({}, directory);
    const { id } = await openSession(before);
    await before.close();
    const sent = await sendUntil(directory, id, at);
    killed = sent.killed;
    const h = await Harness.open({}, directory);
    try {
      const open = await h.operator("GET /audio-sessions/:id", { params: { id } });
      const stored = open.transcriptions[0]?.upload?.parts ?? 0;
      assert.ok(stored >= sent.answered, `${stored} of ${sent.answered} answered parts are there, at ${at}`);
      // As the client does that had no answer: all from the first one that it is not sure of.
      for (let index = sent.answered; index < PARTS.length; index++) {
        const { status } = await sendPart(h, id, index);
        assert.ok(status === 200 || (status === 201 && index === 0), `part ${index}: ${status}`);
      }
      const { audio: { items }, transcriptions: [result] } = await settled(h, id);
      assert.deepEqual(items.map((item) => item.sha256), [sha256(WHOLE)]);
      assert.equal(result!.status, "unavailable");
      assert.equal(verifyChain(h.store.database).ok, true);
      assert.deepEqual(h.rebuildDifferences(), []);
    } finally {
      await h.close();
      await Deno.remove(directory, { recursive: true });
    }
  }
  assert.ok(boundaries > 4, "there are boundaries");
});
