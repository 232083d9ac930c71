import assert from "node:assert/strict";
import { OutboundError } from "../../services/accounts/outbound/error.ts";
import { type OutboundRequest, request } from "../../services/accounts/outbound/request.ts";
import { World } from "../outbound/world.ts";
import { SimulatedClocks } from "./clocks.ts";
import { SimulatedNetwork, type Way } from "./network.ts";

const BODY = `{"said":"hello"}`;
/** How long a server that never answers is waited for; on a busy machine, one that answers may take longer. */
const PATIENCE = 100;

/** What became of a request, as whoever made it sees it. */
async function outcome(work: () => ReturnType<typeof request>) {
  try {
    const { status, headers, body } = await work();
    return { status, type: headers.get("content-type"), body: new TextDecoder().decode(body) };
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    return { reason: cause.reason, reached: cause.receipt!.hops[0]!.address !== null };
  }
}

const asked = (url: string, way: Way): OutboundRequest => ({
  url,
  method: "POST",
  body: "ask",
  limits: { firstByteMilliseconds: way === "never" ? PATIENCE : 60_000 },
});

async function simulated(way: Way) {
  const clocks = new SimulatedClocks("2026-03-02T08:00:00.000Z");
  const network = new SimulatedNetwork(clocks, () => way);
  const got: string[] = [];
  network.servers.set("server.example.com", ({ method, path, body }) => {
    got.push(`${method} ${path} ${body}`);
    return { status: 200, body: BODY };
  });
  const { servicePort, authorities } = new World().network;
  const seen = { ...network.connect(), servicePort, authorities, now: clocks.now };
  const ended = outcome(() => request(seen, asked("http://server.example.com/path", way)));
  while (way === "never" && clocks.sleeping === 0) await new Promise((resolve) => setImmediate(resolve));
  clocks.pass(PATIENCE);
  return { outcome: await ended, got };
}

async function real(way: Way) {
  await using world = new World();
  const got: string[] = [];
  const site = await world.site((incoming, answer) => {
    const chunks: string[] = [];
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => chunks.push(chunk));
    incoming.on("end", () => {
      got.push(`${incoming.method} ${incoming.url} ${chunks.join("")}`);
      answer.setHeader("content-type", "application/json");
      answer.setHeader("content-length", BODY.length);
      if (way === "wrongly") {
        answer.statusCode = 500;
        answer.removeHeader("content-length");
        answer.end("<h1>Bad gateway</h1>");
      } else if (way === "cut off") {
        answer.write(BODY.slice(0, 8));
        setImmediate(() => answer.destroy());
      } else if (way === "well") answer.end(BODY);
    });
  });
  world.names.set("server.example.com", [["127.0.0.1"]]);
  const here = [`server.example.com:${site.port}`];
  const { url, ...rest } = asked(`http://server.example.com:${site.port}/path`, way);
  return { outcome: await outcome(() => world.ask(url, { here, ...rest })), got };
}

for (const way of ["well", "wrongly", "cut off", "never"] as const) {
  Deno.test(`the simulated network and a real one are the same to who asks a server that answers: ${way}`, async () => {
    assert.deepEqual(await simulated(way), await real(way));
  });
}
