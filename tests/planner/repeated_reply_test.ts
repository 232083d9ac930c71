import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import { REVIEWED } from "../approvals/letters.ts";
import { harness } from "../harness.ts";
import { draftInvitation } from "./draft_world.ts";

const REPLIES: Readonly<Record<string, string>> = {
  EHLO: "250 here",
  MAIL: "250 fine",
  RCPT: "250 fine",
  DATA: "354 go on",
};

/** A mail server that says once more that a text may come, while it comes, and takes it. */
async function startRepeating() {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let text: string | null = null;
    socket.on("error", () => {});
    socket.write("220 here\r\n");
    socket.on("data", (chunk) => {
      const said = String(chunk);
      if (text === null) {
        const command = said.slice(0, 4);
        if (command === "DATA") text = "";
        return socket.write(`${REPLIES[command] ?? "221 bye"}\r\n`);
      }
      if (text === "") socket.write("354 go on\r\n");
      text += said;
      if (!text.endsWith("\r\n.\r\n")) return;
      mails.push(text);
      socket.write("250 taken\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    mails,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

Deno.test("a mail whose server says neither that it took it nor that it refused it is uncertain, and not sent again", async () => {
  await using server = await startRepeating();
  await using h = await harness();
  const from = "ann@home.example";
  const smtp = { host: "127.0.0.1", port: server.port, security: "none" as const, from };
  await h.operator("POST /planner/settings", { body: { smtp, identity: { name: "Ann", emails: [from] } } });
  const { draftId, sha256 } = await draftInvitation(h);
  const send = async () =>
    (await h.operator("POST /planner/calendar-actions/drafts/send", {
      body: { draftId, sha256, decision: REVIEWED },
    })).results.map(({ status }) => status);
  assert.deepEqual([await send(), await send()], [["uncertain"], ["uncertain"]]);
  assert.equal(server.mails.length, 1);
});
