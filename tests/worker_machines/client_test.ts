import assert from "node:assert/strict";
import { z } from "zod";
import { MACHINE_HEADERS, makeKeys, PROTOCOL } from "../../services/workforce/worker_machines/wire/mod.ts";
import { MachineClient, type Send } from "../../services/execution/worker_program/mod.ts";
import { CONTROL } from "./machine.ts";

const any = z.looseObject({});

const makeIdentity = async () => ({
  control: CONTROL,
  machineId: "machine_1",
  name: "w1",
  token: "ahm_x",
  keys: await makeKeys(),
});

Deno.test("after a restart of the control plane, a machine is known on each lane, whichever learns of it first", async () => {
  const first = Promise.withResolvers<void>();
  let epoch = "one";
  const refused = new Set<string>();
  const send: Send = async (url, init) => {
    if (url.endsWith("/worker/door")) return Response.json({ protocol: PROTOCOL, epoch });
    const lane = new Headers(init.headers).get(MACHINE_HEADERS.lane)!;
    if (epoch === "one" || refused.has(lane)) return Response.json({});
    refused.add(lane);
    if (lane === "beat") await first.promise;
    return Response.json({ error: "The signature was made for an earlier start." }, { status: 401 });
  };
  const client = new MachineClient(await makeIdentity(), send);
  const ask = (lane: "main" | "beat") => client.call(any, { method: "POST", path: "/worker/tickets", lane });
  await ask("main");
  epoch = "two";
  const late = ask("beat");
  await ask("main");
  first.resolve();
  assert.deepEqual(await late, {});
});

Deno.test("a control plane that restarts again while a machine learns of the first restart does not lose it", async () => {
  const epochs = ["one", "two", "three"];
  let current = 0;
  const counters: string[] = [];
  const send: Send = (url, init) => {
    if (url.endsWith("/worker/door")) {
      // It restarts after this answer, until it stays.
      const epoch = epochs[current]!;
      current = Math.min(current + 1, epochs.length - 1);
      return Promise.resolve(Response.json({ protocol: PROTOCOL, epoch }));
    }
    counters.push(new Headers(init.headers).get(MACHINE_HEADERS.counter)!);
    const isKnown = counters.length === epochs.length;
    return Promise.resolve(
      Response.json(isKnown ? {} : { error: "An earlier start." }, { status: isKnown ? 200 : 401 }),
    );
  };
  const client = new MachineClient(await makeIdentity(), send);
  assert.deepEqual(await client.call(any, { method: "POST", path: "/worker/tickets" }), {});
  assert.deepEqual(counters, ["1", "2", "3"], "each is signed anew, with the next number");
});
