import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { deliver } from "../../services/planning/planner_actions/mail/smtp.ts";

/** A server that takes mail until the point, where it says a little again and again, and never all. */
async function startSlow(point: "greeting" | "text") {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    const goOn = (code: number) => {
      const timer = setInterval(() => socket.write(`${code}-wait\r\n`), 20);
      socket.on("close", () => clearInterval(timer));
    };
    if (point === "greeting") return goOn(220);
    socket.write("220 here\r\n");
    let isText = false;
    socket.on("data", (chunk) => {
      const said = String(chunk);
      if (isText) return said.endsWith("\r\n.\r\n") && goOn(250);
      isText = /^DATA/.test(said);
      socket.write(isText ? "354 go on\r\n" : "250 fine\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

Deno.test("a mail server that never says all of an answer is given up after a while", async () => {
  const message = new TextEncoder().encode("Subject: Lunch\r\n\r\nShall we?\r\n");
  for (const [point, kind] of [["greeting", "refused"], ["text", "unknown"]] as const) {
    await using server = await startSlow(point);
    const from = "ann@home.example";
    const to = ["bob@work.example"];
    const delivery = await deliver({
      smtp: { host: "127.0.0.1", port: server.port, security: "none", from, username: null, secretId: null },
      password: null,
      envelope: { from, to, subject: "Lunch", content: "Shall we?", messageId: "<1@a>", messageSha256: "" },
      message,
      handOver: () => Promise.resolve(),
      signal: new AbortController().signal,
      wholeMilliseconds: 500,
    });
    assert.deepEqual(delivery, { kind, detail: "127.0.0.1: The server did not take the mail within 0.5 s." });
  }
});
