/**
 * Starts the service on a socket, in a world where everything exists, and asks every endpoint over HTTP as each caller, with
 * what its contract takes and what it does not; then asks a service process for what each row promises: `deno task probe
 * [-- <part of a key>]`. Ends with 1 where an answer is not as the interface says, which it lists.
 */
import { codeOf } from "../checks/interface.ts";
import { AGENT, OPERATOR } from "../tokens.ts";
import { allExercises } from "../kit/exercise.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { startService } from "../../main.ts";
import { refusalOf } from "../routes/callers.ts";
import { ENDPOINTS } from "../routes/endpoints.ts";
import { World } from "../runs/runs_world.ts";
import { type Answer, type Caller, CALLERS, faultOf } from "./judge.ts";
import { probePromises } from "./promises.ts";
import { badRequests, goodRequests, type Request } from "./requests.ts";

const CREDENTIALS: Readonly<Record<Caller, { token: string | null; name: string }>> = {
  operator: { token: OPERATOR, name: "the operator's token" },
  agent: { token: AGENT, name: "the agent's token" },
  nobody: { token: null, name: "no token" },
  "a wrong token": { token: "someone-else", name: "a wrong token" },
};

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
const wanted = Deno.args.filter((argument) => argument !== "--")[0] ?? "";

const world = await World.make();
const { reads, writes } = await allExercises(world);
const { config } = world.h.service;
await world.h.close();
const service = await startService({ ...config, port: 0 }, {
  now: () => new Date(world.clock.at++),
  log: silentLog,
  agents: [],
  otherAccounts: [],
  startClock: false,
});
// Some exercises look up what they send when it is sent: in the service that answers.
Object.assign(world.h, { composition: { ...world.h.composition, service: service.service } });

const statuses = new Map<number, number>();
const faults: string[] = [];
const refusedGood: string[] = [];
let rows = 0;

/** What is to be asked of a row: nobody's and the agent's refusals first, as long as everything is still there. */
const exercises = [...reads, ...writes];
const order = new Map(exercises.map(({ key }, i) => [key, i]));
const targets = ENDPOINTS.filter(({ key }) => key.includes(wanted))
  .toSorted((a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0));
for (const declared of targets) {
  rows++;
  const own = exercises.filter(({ key }) => key === declared.key);
  const good = goodRequests(declared.method === "GET" ? own.slice(0, 3) : own);
  const bad = badRequests(declared, own[0]);
  for (const caller of ["a wrong token", "nobody", "agent", "operator"] satisfies Caller[]) {
    const { name } = CREDENTIALS[caller];
    const refusal = refusalOf({
      mode: "both tokens",
      credential: name,
      key: declared.key,
      code: codeOf(declared.key) ?? "none",
    });
    // What only a signature opens answers 401 to every token; the exercise brings the signature.
    const expected = declared.endpoint.access === "webhook" ? null : refusal;
    const requests = refusal !== null && declared.endpoint.access !== "webhook"
      ? [...good.slice(0, 1), ...bad.slice(0, 1)]
      : [...bad, ...good];
    const left = await eventLeft(declared.method, requests, caller, expected !== null);
    for (const request of requests) {
      const what = `${declared.key} as ${caller} with ${request.what}`;
      const answer = await ask(declared.method, request, caller);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = faultOf(declared, request, answer, expected);
      if (fault) faults.push(`${what}: ${fault}`);
      if (request.good && caller === "operator" && answer.status >= 400) {
        refusedGood.push(`${what}: ${answer.status} ${answer.text}`);
      }
    }
    if (left !== null) faults.push(`${declared.key} as ${caller}: an event was left: ${left}`);
  }
}
await service.stop();
for (const each of world.owned) await each[Symbol.asyncDispose]();
world.repository[Symbol.dispose]();
Deno.removeSync(config.storageDirectory, { recursive: true });

const total = statuses.values().reduce((sum, n) => sum + n, 0);
say(
  `${rows} rows, ${CALLERS.length} callers, ${total} requests: ${
    [...statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`).join(", ")
  }.`,
);
for (const line of refusedGood) say(`refused though right: ${line}`);
for (const line of faults) say(`FAULT ${line}`);
say(
  faults.length === 0
    ? "Every answer is as the interface says."
    : `${faults.length} answers are not as the interface says.`,
);
const kept = await probePromises(wanted, say);
Deno.exit(faults.length === 0 && kept ? 0 : 1);

/**
 * What refused requests leave in the log each time, by the types of the events; null where nothing: what an earlier request
 * began, such as a refresh, may end meanwhile.
 */
async function eventLeft(
  method: string,
  requests: readonly Request[],
  caller: Caller,
  isRefused: boolean,
): Promise<string | null> {
  if (!isRefused) return null;
  let types: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { store } = service.service;
    const { head } = store;
    for (const request of requests) await ask(method, request, caller);
    types = store.events.after(head, 100).map(({ type }) => type);
    if (types.length === 0) return null;
  }
  return types.join(", ");
}

async function ask(method: string, { path, body, headers }: Request, caller: Caller): Promise<Answer> {
  const { token } = CREDENTIALS[caller];
  const all = new Headers(headers);
  if (token !== null) all.set("authorization", `Bearer ${token}`);
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: all,
    ...(body !== undefined && { body }),
    redirect: "manual",
  });
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/event-stream")) {
    return { status: response.status, type, text: await response.text() };
  }
  await response.body?.cancel();
  return { status: response.status, type, text: "" };
}
