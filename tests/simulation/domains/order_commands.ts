import type { Random } from "../../recovery/load/random.ts";
import { answered, type Command, type Deed, one, type Read, same } from "../command.ts";
import { type Effect, EFFECTS, type Orders } from "./orders.ts";
import { someone } from "./runs.ts";
import { CUSTOMER } from "./shop.ts";

/** So many orders are not decided at once. */
const MOST = 6;
/** The shop takes most of them, refuses one, and gets one wrong; one is more than the connector allows. */
const TOTALS = [20, 40, 60, 80, 90, 27, 39, 120] as const;

/** Orders, and says what became of an order that nobody else knows of. */
export const orderCommands = (orders: Orders): Command[] => [
  { name: "share the number of a customer", weight: 5, plan: () => share(orders) },
  { name: "order", weight: 10, plan: (random) => order(orders, random) },
  { name: "say what became of an order", weight: 3, plan: (random, read) => settle(orders, random, read) },
];

function share(orders: Orders): Deed | null {
  if (orders.isShared) return null;
  return {
    state: "absent",
    asked: {
      method: "POST",
      path: "/secrets",
      body: { name: "customer", kind: "password", value: CUSTOMER },
      headers: { "idempotency-key": "customer" },
    },
    judge: (answer) => {
      answered(answer, 201);
      orders.isShared = true;
    },
  };
}

function order(orders: Orders, random: Random): Deed | null {
  const open = orders.all.filter(({ hasEnded, isErased }) => !hasEnded && !isErased);
  if (!orders.isShared || open.length >= MOST || (!orders.isUsable() && random.next() < 0.95)) return null;
  const run = orders.runs.nextOrder(random.pick(TOTALS));
  if (!orders.isUsable()) run.order!.mayBeBlocked = true;
  const token = someone(random);
  return {
    state: `${run.order!.total} by ${token ?? "operator"}${orders.isUsable() ? "" : ", not enabled"}`,
    asked: {
      method: "POST",
      path: random.next() < 0.3 ? "/runs" : "/coordinator/runs",
      body: {
        request: run.request,
        repoPath: run.repoPath,
        // Actions of connectors are never done elsewhere.
        here: true,
        worker: { provider: "builtin", model: "recipe" },
        ...(random.next() < 0.5 && { onFailure: "fail" }),
        ...(random.next() < 0.3 && { capabilityClass: "purchases" }),
      },
      headers: { "idempotency-key": run.name },
      ...(token !== undefined && { token }),
    },
    judge: (answer) => {
      answered(answer, 201);
      run.id = answer.body.id;
      orders.runs.all.push(run);
    },
    after: (read) => orders.runs.lookAt(read, run),
  };
}

/** A person looks into the shop's books, and says what they found. */
async function settle(orders: Orders, random: Random, read: Read): Promise<Deed | null> {
  const { items }: { items: Effect[] } = await read(`${EFFECTS}?kind=connector_action&limit=1000`);
  const uncertain = items.filter(({ state }) => state === "uncertain");
  const effect = one(random, uncertain.length > 0 || random.next() < 0.9 ? uncertain : items);
  const run = orders.all.find(({ id }) => id === effect?.runId);
  if (effect === null || !run) return null;
  const isThere = orders.entriesOf(run).length > 0;
  const { state, settled } = effect;
  const isSaid = state === "uncertain" ? isThere : random.next() < 0.5;
  const found = isSaid ? "done" : "not_done";
  return {
    state: settled ? `settled as ${state}, ${found}` : `${state}, ${found}`,
    asked: {
      method: "POST",
      path: `${EFFECTS}/${effect.id}/settle`,
      body: { as: found, note: "I looked." },
    },
    judge: (answer) => {
      answered(answer, state === "uncertain" || (settled && state === found) ? 200 : 400);
      if (answer.status === 200) {
        same([answer.body.state, answer.body.settled], [found, true], "what was found");
      }
    },
  };
}
