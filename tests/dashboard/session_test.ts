/// <reference lib="dom" />
import assert from "node:assert/strict";
import { ApiError, createClient, fillPath } from "../../client/client.ts";
import { messageOf } from "../../store/shared/message_of.ts";
import { createSession } from "../../ui/shell/session.ts";

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
