/**
 * A coding agent that sends every message of the protocol, and what is none, in any order, which its first argument decides.
 * Bundled and started as a program of its own.
 */
import {
  anything,
  maybe,
  of,
  outside,
  print,
  random,
  REQUESTS,
  said,
  send,
  sessionId,
  UPDATES,
  write,
} from "./hostile_messages.ts";

const encoder = new TextEncoder();

const ATTACKS: readonly (() => void)[] = [
  () =>
    send({
      jsonrpc: "2.0",
      method: "session/update",
      params: { sessionId: sessionId(), update: of(UPDATES)() },
    }),
  () =>
    send({
      jsonrpc: "2.0",
      method: "session/update",
      params: { sessionId: sessionId(), update: of(UPDATES)() },
    }),
  () => send({ jsonrpc: "2.0", method: "session/update", params: anything() }),
  () => {
    const [method, params] = of(REQUESTS)();
    send({
      jsonrpc: maybe("2.0"),
      id: of<unknown>([++said.calls, said.calls, "id", null, 1.5, -1, {}, "x".repeat(1_000)]),
      method,
      params,
    });
  },
  () => {
    const [method, params] = of(REQUESTS)();
    for (let n = 0; n < 10; n++) send({ jsonrpc: "2.0", id: `many-${n % 3}`, method, params });
  },
  () =>
    send({
      jsonrpc: "2.0",
      method: of(["$/cancel_request", "session/cancel", "exit", "initialized"]),
      params: { requestId: said.calls, id: said.calls, sessionId: said.session },
    }),
  () =>
    send({ jsonrpc: "2.0", id: of<unknown>([0, 1, 2, 999, "x", null, ...said.pending]), result: anything() }),
  () =>
    send({
      jsonrpc: "2.0",
      id: of<unknown>([0, 999, ...said.pending]),
      result: {},
      error: { code: 0, message: "both" },
    }),
  () =>
    send([{ jsonrpc: "2.0", id: 1, method: "fs/read_text_file", params: { path: outside } }, {
      jsonrpc: "2.0",
      id: 2,
      result: {},
    }]),
  () => send(anything()),
  () =>
    print(
      of([
        "{",
        "no message\n",
        '{"jsonrpc":"2.0","id":1,"id":2}\n',
        '{"a":"\\ud800"}\n',
        "\0\0\n",
        "\r\n\r\n",
      ]),
    ),
  () =>
    print(
      `{"jsonrpc":"2.0","method":"session/update","params":${"[".repeat(10_000)}${"]".repeat(10_000)}}\n`,
    ),
  () =>
    print(
      `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${said.session}","update":{"__proto__":{"polluted":true},"sessionUpdate":"constructor"}}}\n`,
    ),
  () =>
    print(
      `${
        JSON.stringify({
          jsonrpc: "2.0",
          method: "session/update",
          params: {
            sessionId: said.session,
            update: {
              sessionUpdate: "agent_message_chunk",
              content: { type: "text", text: "x".repeat(2_000_000) },
            },
          },
        })
      }\n`,
    ),
  () => write(Uint8Array.of(0xff, 0xfe, 0xc0, 0xaf, 10)),
  () => void Deno.stderr.writeSync(encoder.encode("\x1b[2J{}\n".repeat(50))),
];

function attack(times: number): void {
  for (let n = Math.floor(random() * times); n > 0; n--) of(ATTACKS)();
}

/** The answer to a request of the client: right, wrong, twice, or none. */
function answer(id: unknown, right: unknown): void {
  const chance = random();
  if (chance < 0.8) send({ jsonrpc: "2.0", id, result: right });
  else if (chance < 0.87) send({ jsonrpc: "2.0", id, result: anything() });
  else if (chance < 0.93) {
    send({
      jsonrpc: "2.0",
      id,
      error: of<unknown>([{ code: -32603, message: "no" }, { code: "x" }, anything()]),
    });
  }
  if (random() < 0.15) send({ jsonrpc: "2.0", id, result: right });
}

type Message = { id?: unknown; method?: string; params?: { cwd?: string } };

function take({ id, method }: Message): void {
  if (id !== undefined && method !== undefined) said.pending.push(id);
  attack(6);
  switch (method) {
    case "initialize":
      return answer(id, {
        protocolVersion: 1,
        agentInfo: { name: "hostile", version: "1" },
        agentCapabilities: { loadSession: true, sessionCapabilities: { resume: {} } },
      });
    case "session/new":
      said.session = of(["s-1", "s-1", "", "__proto__", "x".repeat(300)]);
      return answer(id, { sessionId: said.session });
    case "session/cancel":
      attack(20);
      if (random() < 0.5) { for (const each of said.pending) answer(each, { stopReason: "end_turn" }); }
      return;
    case "session/prompt":
      attack(40);
      if (random() < 0.1) Deno.exit(of([0, 1, 7]));
      if (random() < 0.1) Deno.addSignalListener("SIGTERM", () => attack(5));
      return answer(id, {
        stopReason: of(["end_turn", "end_turn", "cancelled", "refusal", "max_tokens", "approved", 5]),
      });
    default:
      if (id !== undefined && method !== undefined) answer(id, {});
  }
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop()!;
  for (const line of lines) if (line.trim() !== "") take(JSON.parse(line));
}
if (random() < 0.3) await new Promise((resolve) => setTimeout(resolve, 60_000));
