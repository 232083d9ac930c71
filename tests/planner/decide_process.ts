/** Makes one request of a service on a directory, in a process that ends itself at an event. Only tests start this file. */
import { Harness } from "../harness.ts";

const [directory = "", path = "", body = "", point = "", key] = Deno.args;
const h = await Harness.open({}, directory);
h.store.subscribe((events) => {
  if (events.some(({ type }) => type === point)) Deno.kill(Deno.pid, "SIGKILL");
});
const headers = { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) };
const answer = await h.send(path, { method: "POST", headers, body });
throw new Error(`The process was to end at ${point}. It got ${await answer.text()}`);
