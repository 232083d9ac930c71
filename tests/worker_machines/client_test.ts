import assert from "node:assert/strict";
import { z } from "zod";
import { MACHINE_HEADERS, makeKeys, PROTOCOL } from "../../services/workforce/worker_machines/wire/mod.ts";
import { MachineClient, type Send } from "../../services/execution/worker_program/mod.ts";
import { CONTROL } from "./machine.ts";

const any = z.looseObject({});

Deno.test("after a restart of the control plane, a machine is known on each lane, whichever learns of it first", async () => {
  const first = Promise.withResolvers<void>();
  let epoch = "one";
  const refused = new Set<string>();
  const identity = {
    control: CONTROL,
    machineId: "machine_1",
    name: "w1",
    token: "ahm_x",
    keys: await makeKeys(),
  };
  const send: Send = async (url, init) => {
    if (url.endsWith("/worker/door")) return Response.json({ protocol: PROTOCOL, epoch });
    const lane = new Headers(init.headers).get(MACHINE_HEADERS.lane)!;
    if (epoch === "one" || refused.has(lane)) return Response.json({});
    refused.add(lane);
    if (lane === "beat") await first.promise;
    return Response.json({ error: "The signature was made for an earlier start." }, { status: 401 });
  };
  const client = new MachineClient(identity, send);
  const ask = (lane: "main" | "beat") => client.call(any, { method: "POST", path: "/worker/tickets", lane });
  await ask("main");
  epoch = "two";
  const late = ask("beat");
  await ask("main");
  first.resolve();
  assert.deepEqual(await late, {});
});
