import assert from "node:assert/strict";
import fc from "fast-check";
import { type ProjectContextRecord, projectContextStream } from "../../store/project_context/stream.ts";

const version = fc.record({
  contentSha256: fc.constantFrom("a".repeat(64), "b".repeat(64)),
  size: fc.nat(),
  terms: fc.constant(["word"]),
  source: fc.constantFrom(null, { path: "/r/AGENTS.md", sha256: "c".repeat(64) }),
});

const change = fc.oneof(
  version.map((data) => ({ type: "project_context.revised" as const, data })),
  fc.record({ title: fc.string(), documentType: fc.string() }, { requiredKeys: [] })
    .map((data) => ({ type: "project_context.updated" as const, data })),
  fc.constantFrom("active" as const, "draft" as const)
    .map((status) => ({ type: "project_context.status_changed" as const, data: { status } })),
  fc.constant({ type: "project_context.archived" as const, data: {} }),
);

const CREATED = {
  projectPath: "/r",
  projectRoot: "/r",
  title: "T",
  documentType: "notes",
  status: "active" as const,
  metadata: {},
  contentSha256: "0".repeat(64),
  size: 1,
  terms: ["x"],
  source: null,
};

Deno.test("the fold of a project context document: versions count revisions, archivedAt goes with the status", () => {
  fc.assert(fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
    let document: ProjectContextRecord | null = null;
    const events = [{ type: "project_context.created" as const, data: CREATED }, ...changes];
    for (const [index, { type, data }] of events.entries()) {
      const at = new Date(index).toISOString();
      const place = { seq: index + 1, stream: "project_context/ctx_1", version: index + 1 };
      const event = {
        ...place,
        type,
        at,
        actor: "operator",
        data: projectContextStream.events[type].parse(data),
      };
      document = projectContextStream.evolve(document, event as never);
      assert.equal(document!.updatedAt, at);
      assert.equal(document!.archivedAt === null, document!.status !== "archived");
      assert.equal("terms" in document!, false, "what grows stays out of the document");
    }
    const revisions = changes.filter(({ type }) => type === "project_context.revised");
    assert.equal(document!.version, 1 + revisions.length);
    assert.equal(document!.id, "ctx_1");
    const last = [{ data: CREATED }, ...revisions].at(-1)!.data as { contentSha256: string };
    assert.equal(document!.contentSha256, last.contentSha256);
  }));
});
