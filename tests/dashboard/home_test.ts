import assert from "node:assert/strict";
import { isNext } from "../../ui/home/store.ts";

Deno.test("Home: scheduled items are shown, and the expiry of an approval only when it is near", () => {
  const now = Date.parse("2026-01-10T12:00:00.000Z");
  const shown = (kind: "automation" | "run" | "approval-expiry" | "connection", start: string) =>
    isNext({ kind, start }, now);
  assert.equal(shown("automation", "2026-02-05T12:00:00.000Z"), true);
  assert.equal(shown("approval-expiry", "2026-02-05T12:00:00.000Z"), false);
  assert.equal(shown("approval-expiry", "2026-01-17T11:59:59.000Z"), true);
  assert.equal(shown("approval-expiry", "2026-01-17T12:00:00.000Z"), false);
  assert.equal(shown("connection", "2026-02-05T12:00:00.000Z"), true);
  assert.equal(shown("run", "2026-01-10T12:00:00.000Z"), false, "what is there already");
});
