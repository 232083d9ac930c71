import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { recordArtifact } from "../../services/control/runs/artifacts.ts";
import { sha256 } from "../../store/chain.ts";
import { TestRepository } from "../git.ts";
import { audioHarness, settled, speech } from "./audio_world.ts";

Deno.test("a recording that is attached to the conversation, or an artifact of the run, is transcribed without being sent again", async () => {
  using repository = TestRepository.make();
  await using h = await audioHarness(null);
  const { id: conversationId } = await h.operator("POST /coordinator/conversations", { body: {} });
  const [attachment] = await h.operator("POST /coordinator/conversations/:id/attachments", {
    params: { id: conversationId },
    body: { files: [{ name: "note.wav", mediaType: "text/plain", contentBase64: speech(1).toBase64() }] },
  });
  const { id: runId } = await h.operator("POST /coordinator/runs", {
    body: { request: "list the files", repoPath: repository.root },
  });
  const made = speech(1, 0);
  const ctx = contextFor(h.service, "system");
  const content = ctx.artifacts.writeSync(made);
  ctx.write(() =>
    recordArtifact(ctx, { runId }, content, {
      path: "out/talk.wav",
      purpose: "output",
      previewType: "binary",
      label: "A talk",
      summary: "",
      mediaType: "audio/wav",
    })
  );
  await ctx.settled();
  const open = async (more: Record<string, unknown>) =>
    (await h.json("POST", "/audio-sessions", { kind: "transcription", consent: { obtained: true }, ...more }))
      .body.id;
  const ask = (id: string, body: Record<string, unknown>) =>
    h.json("POST", `/audio-sessions/${id}/transcriptions`, { mode: "local", ...body });

  const session = await open({ conversationId, runId });
  const first = await ask(session, { attachmentId: attachment!.id });
  assert.deepEqual([first.status, first.body.audio.sha256], [201, sha256(speech(1))]);
  const second = await ask(session, { artifactPath: "out/talk.wav" });
  assert.deepEqual([second.status, second.body.audio.sha256], [201, sha256(made)]);
  assert.equal((await settled(h, session)).audio.items.length, 2);

  const nowhere = await open({});
  const elsewhere = await open({
    conversationId: (await h.operator("POST /coordinator/conversations", { body: {} })).id,
  });
  const silent = (await h.json("POST", "/audio-sessions", { kind: "transcription", conversationId })).body.id;
  const events = await h.eventsOf(async () => {
    for (
      const [id, body, status, sentence] of [
        [nowhere, { attachmentId: attachment!.id }, 400, /does not belong to a conversation/],
        [nowhere, { artifactPath: "out/talk.wav" }, 400, /does not belong to a run/],
        [elsewhere, { attachmentId: attachment!.id }, 404, /no attachment/],
        [session, { artifactPath: "../talk.wav" }, 404, /talk\.wav/],
        [session, { attachmentId: attachment!.id, artifactPath: "out/talk.wav" }, 400, /exactly one/],
        [silent, { attachmentId: attachment!.id }, 400, /has no consent/],
      ] as const
    ) {
      const answer = await ask(id, body);
      assert.deepEqual([answer.status, sentence.test(answer.body.error)], [status, true], answer.body.error);
    }
  });
  assert.deepEqual(events, []);
  assert.deepEqual(h.rebuildDifferences(), []);
});
