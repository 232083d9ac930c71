import assert from "node:assert/strict";
import fc from "fast-check";
import { sniff } from "../../services/conversation/coordinator/files/sniff.ts";
import { sha256 } from "../../store/chain.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { Conversation } from "./conversation.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

Deno.test("POST …/attachments types files by what is in them, keeps them by hash, and gives them back", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const files: [string, string, Uint8Array, string][] = [
    ["page.txt", "text/plain", PNG, "image/png"],
    ["image.png", "image/png", bytes("<!DOCTYPE html><script>alert(1)</script>"), "text/html"],
    ["data.bin", "application/octet-stream", bytes('{"a": [1]}'), "application/json"],
    ["../../etc/passwd", "x/y", bytes("root\n"), "text/plain"],
    ["empty", "text/plain", new Uint8Array(), "text/plain"],
    ["nul.txt", "text/plain", new Uint8Array([65, 0, 66]), "application/octet-stream"],
    ["latin1.txt", "text/plain", new Uint8Array([0xe4, 0xf6]), "application/octet-stream"],
  ];
  const attachments = await h.operator("POST /coordinator/conversations/:id/attachments", {
    params: talk.params,
    body: {
      files: files.map(([name, mediaType, content]) => ({
        name,
        mediaType,
        contentBase64: content.toBase64(),
      })),
    },
  });
  assert.deepEqual(
    attachments.map(({ name, declaredMediaType, mediaType, sha256, size }) => ({
      name,
      declaredMediaType,
      mediaType,
      sha256,
      size,
    })),
    files.map(([name, declaredMediaType, content, mediaType]) => ({
      name,
      declaredMediaType,
      mediaType,
      sha256: sha256(content),
      size: content.length,
    })),
  );
  for (const [i, { path, mediaType }] of attachments.entries()) {
    const artifact = await h.agent("GET /coordinator/conversations/:id/artifact", {
      params: talk.params,
      query: { path },
    });
    assert.equal(artifact.mediaType, mediaType);
    const text = mediaType.startsWith("text") || mediaType.endsWith("json");
    assert.equal(artifact.content, text ? new TextDecoder().decode(files[i]![2]) : null);
  }
  const sent = await talk.say("help", { attachmentIds: attachments.map(({ id }) => id) });
  assert.equal(sent.turn.message.attachmentIds.length, files.length);
  assert.equal((await talk.details()).files.length, files.length);
  assert.equal((await talk.details()).counts.attachments, files.length);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST …/attachments takes megabytes, and refuses broken base64 without leaving an event", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const path = `/coordinator/conversations/${talk.id}/attachments`;
  const big = "QUJD".repeat(5 * 1024 * 1024);
  const taken = await h.json("POST", path, {
    files: [{ name: "big", mediaType: "x/y", contentBase64: big }],
  });
  assert.equal(taken.status, 201, taken.body.error);
  assert.equal(taken.body[0].size, 15 * 1024 * 1024);
  const head = h.store.head;
  for (const contentBase64 of ["QUJ", "****", "QUJD\n", "QUI==="]) {
    const { status } = await h.json("POST", path, {
      files: [{ name: "a", mediaType: "x/y", contentBase64 }],
    });
    assert.equal(status, 400, contentBase64);
  }
  assert.equal((await h.json("POST", path, { files: [] })).status, 400);
  assert.equal(h.store.head, head);
});

Deno.test("an attachment survives the deletion of a run that has the same content", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const { runId } = await talk.say('create b.txt with "b"', { repoPath: repository.root });
  await h.settled(runId!);
  const patch = await h.operator("GET /coordinator/conversations/:id/artifact", {
    params: talk.params,
    query: { path: `runs/${runId}/plan.json` },
  });
  assert.equal(patch.runId, runId);
  const [attachment] = await h.operator("POST /coordinator/conversations/:id/attachments", {
    params: talk.params,
    body: { files: [{ name: "plan", mediaType: "x/y", contentBase64: bytes(patch.content!).toBase64() }] },
  });
  assert.equal(attachment!.sha256, patch.sha256);
  await h.operator("POST /runs/:id/delete", { params: { id: runId! } });
  const kept = await h.operator("GET /coordinator/conversations/:id/artifact", {
    params: talk.params,
    query: { path: attachment!.path },
  });
  assert.equal(kept.content, patch.content);
  for (const path of [`runs/${runId}/plan.json`, "runs/x", "attachments/nothing", "../../harness.db"]) {
    const { status } = await h.json(
      "GET",
      `/coordinator/conversations/${talk.id}/artifact?path=${encodeURIComponent(path)}`,
    );
    assert.equal(status, 404, path);
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an artifact of a conversation whose file is damaged says so", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const [attachment] = await h.operator("POST /coordinator/conversations/:id/attachments", {
    params: talk.params,
    body: {
      files: [{ name: "plan", mediaType: "text/plain", contentBase64: bytes("as it was").toBase64() }],
    },
  });
  await Deno.remove(h.service.artifacts.path(attachment!.sha256));
  const { status, body } = await h.json(
    "GET",
    `/coordinator/conversations/${talk.id}/artifact?path=${encodeURIComponent(attachment!.path)}`,
  );
  assert.equal(status, 500);
  assert.match(body.error, /^The artifact [0-9a-f]{64} is missing from the storage directory\./);
});

Deno.test("GET …/artifact gives nothing of a run of another conversation", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const [talk, other] = [await Conversation.begin(h), await Conversation.begin(h)];
  const { runId } = await talk.say('create b.txt with "b"', { repoPath: repository.root });
  await h.settled(runId!);
  const path = `/artifact?path=runs/${runId}/plan.json`;
  assert.equal((await h.json("GET", `/coordinator/conversations/${talk.id}${path}`)).status, 200);
  assert.equal((await h.json("GET", `/coordinator/conversations/${other.id}${path}`)).status, 404);
});

Deno.test("POST …/research-assets saves text, bytes or an address", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const save = (
    body: { title: string; url?: string; content?: string; contentBase64?: string; mediaType?: string },
  ) => h.operator("POST /coordinator/conversations/:id/research-assets", { params: talk.params, body });
  await save({ title: "page", url: "https://example.org/" });
  await save({ title: "text", content: "# Found", mediaType: "image/png" });
  const details = await save({ title: "bytes", contentBase64: PNG.toBase64() });
  assert.deepEqual(details.files.map(({ label, mediaType, purpose }) => [label, mediaType, purpose]), [
    ["bytes", "image/png", "research"],
    ["text", "text/plain", "research"],
    ["page", "text/plain", "research"],
  ]);
  assert.equal(details.counts.researchAssets, 3);
  assert.equal(
    (await h.json("POST", `/coordinator/conversations/${talk.id}/research-assets`, { title: "x" })).status,
    400,
  );
  const large = { title: "large", content: "x".repeat(1024 * 1024) };
  const { status, body } = await h.json(
    "POST",
    `/coordinator/conversations/${talk.id}/research-assets`,
    large,
  );
  assert.deepEqual([status, /1048576|1 MiB|too large|larger/.test(body.error)], [400, true], body.error);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("sniff: text stays text, and never comes out as anything a browser would run by its own", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
    const { mediaType, previewType } = sniff(bytes(text));
    const printable = ![...text].some((c) => c < " " && !"\t\n\v\f\r\x1b".includes(c));
    if (printable && !/^(?:BZh|GIF8|ID3|OggS|fLaC|%PDF|<|\s*[[{<])/.test(text)) {
      assert.deepEqual([mediaType, previewType], ["text/plain", "text"], JSON.stringify(text));
    }
  }));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (content) => {
    const { mediaType, previewType } = sniff(content);
    assert.match(mediaType, /^[a-z]+\/[a-z0-9.+-]+$/);
    if (previewType !== "binary") {
      assert.deepEqual(
        new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(content)),
        content,
      );
    }
  }));
});
