import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { REVIEWED } from "../approvals/letters.ts";
import { deliver } from "../../services/planning/planner_actions/mail/smtp.ts";
import { harness } from "../harness.ts";
import { draftInvitation } from "./draft_world.ts";

const REPLIES: Readonly<Record<string, string>> = {
  EHLO: "250 here",
  MAIL: "250 fine",
  RCPT: "250 fine",
  DATA: "354 go on",
};

/** What a mail server does with the beginning of a text, with its end, and in place of its reply to DATA. */
type Odd = {
  begun?: (socket: Socket) => void;
  ended: string;
  data?: (socket: Socket) => void;
};

/** A mail server that keeps to RFC 5321 but for what `odd` says. */
async function startServer({ begun, ended, data }: Odd) {
  const texts: string[] = [];
  const server = createServer((socket) => {
    let text: string | null = null;
    socket.on("error", () => {});
    socket.write("220 here\r\n");
    socket.on("data", (chunk) => {
      const said = String(chunk);
      if (text === null) {
        const command = said.slice(0, 4);
        if (command === "DATA") text = "";
        if (command === "DATA" && data) return data(socket);
        return void socket.write(`${REPLIES[command] ?? "221 bye"}\r\n`);
      }
      if (text === "") begun?.(socket);
      text += said;
      if (!text.endsWith("\r\n.\r\n")) return;
      texts.push(text);
      socket.write(`${ended}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    texts,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** What sending a mail says, each time that it is asked for, what the list of effects says then, and how many texts arrived. */
async function sentBy(odd: Odd, times: number) {
  await using server = await startServer(odd);
  await using h = await harness();
  const from = "ann@home.example";
  const smtp = { host: "127.0.0.1", port: server.port, security: "none" as const, from };
  await h.operator("POST /planner/settings", { body: { smtp, identity: { name: "Ann", emails: [from] } } });
  const { draftId, sha256 } = await draftInvitation(h);
  const statuses: string[] = [];
  for (let i = 0; i < times; i++) {
    const body = { draftId, sha256, decision: REVIEWED };
    const { results } = await h.operator("POST /planner/calendar-actions/drafts/send", { body });
    statuses.push(...results.map(({ status }) => status));
  }
  const { items } = await h.operator("GET /control-plane/effects", { query: { kind: "mail" } });
  return { statuses, effects: items.map(({ state }) => state), texts: server.texts.length };
}

Deno.test("a mail whose server says neither that it took it nor that it refused it is uncertain, and not sent again", async () => {
  const odd = { begun: (socket: Socket) => socket.write("354 go on\r\n"), ended: "250 taken" };
  const { statuses, texts } = await sentBy(odd, 2);
  assert.deepEqual([statuses, texts], [["uncertain", "uncertain"], 1]);
});

Deno.test("a mail is not sent where the server repeats its reply to a recipient: it would stand for that to the text", async () => {
  const odd = {
    data: (socket: Socket) => socket.write("250 fine\r\n250 fine\r\n354 go on\r\n"),
    ended: "451 try again later",
  };
  assert.deepEqual(await sentBy(odd, 1), { statuses: ["failed"], effects: ["not_done"], texts: 0 });
});

Deno.test("that a text is about to be sent is recorded before the end, and then none of it is sent", async () => {
  await using server = await startServer({ ended: "250 taken" });
  const from = "ann@home.example";
  const order: string[] = [];
  const stop = new AbortController();
  const handOver = async () => {
    stop.abort(new Error("The service stops."));
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    order.push("handed over");
  };
  const delivery = await deliver({
    smtp: { host: "127.0.0.1", port: server.port, security: "none", from, username: null, secretId: null },
    password: null,
    envelope: {
      from,
      to: ["bob@work.example"],
      subject: "",
      content: "",
      messageId: "<1@a>",
      messageSha256: "",
    },
    message: new TextEncoder().encode("Subject: Lunch\r\n\r\nShall we?\r\n"),
    handOver,
    signal: stop.signal,
  });
  order.push(delivery.kind);
  assert.deepEqual([order, server.texts], [["handed over", "refused"], []]);
});
