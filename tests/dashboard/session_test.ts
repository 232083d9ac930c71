/// <reference lib="dom" />
import assert from "node:assert/strict";
import { ApiError, createClient, fillPath } from "../../client/client.ts";
import { messageOf } from "../../store/shared/message_of.ts";
import { adoptToken, createSession } from "../../ui/shell/session.ts";

Deno.test("only a request without an answer is told as a service that does not answer", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const session = createSession({ getItem: () => null } as unknown as Storage);
  const call = createClient((path, init) => session.send(`http://127.0.0.1:${port}${path}`, init));
  const problem = await call("GET /runs").then(() => null, (error) => error);
  assert.equal(messageOf(problem), "The service does not answer.");
  assert.equal(messageOf(new TypeError("x is undefined")), "x is undefined");
});

Deno.test("fillPath refuses an id that would lead to another path, and encodes every other", () => {
  for (const id of [".", ".."]) assert.throws(() => fillPath("/runs/:id", { id }), ApiError);
  for (const id of ["a/b", "...", "#4", "?x", "..%2f", " "]) {
    const { pathname, search, hash } = new URL(fillPath("/runs/:id", { id }), "http://service.test");
    assert.deepEqual([pathname.split("/").length, search, hash], [3, "", ""], id);
    assert.equal(decodeURIComponent(pathname.slice("/runs/".length)), id);
  }
});

Deno.test("only the address that the service checks replaces the stored token: a link to another page with one does not", () => {
  const kept = new Map([["agent-harness.token", "the-right-token"]]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
  const shown: string[] = [];
  const history = {
    replaceState: (_: unknown, __: string, url: string) => shown.push(url),
  } as unknown as History;
  const open = (path: string) =>
    adoptToken({ href: `http://127.0.0.1:4317${path}` } as Location, history, storage);
  open("/dashboard/runs?token=of-an-attacker&status=waiting");
  assert.deepEqual([storage.getItem("agent-harness.token"), shown.pop()], [
    "the-right-token",
    "/dashboard/runs?status=waiting",
  ]);
  open("/?token=a-rotated-token&next=/dashboard/runs");
  assert.deepEqual([storage.getItem("agent-harness.token"), shown.pop()], [
    "a-rotated-token",
    "/dashboard/runs",
  ]);
});
