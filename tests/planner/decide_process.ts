/** Makes one request of a service on a directory, in a process that ends itself at an event. Only tests start this file. */
import { Harness } from "../harness.ts";

const [directory, path, body, point] = Deno.args as [string, string, string, string];
const h = await Harness.open({}, directory);
h.store.subscribe((events) => {
  if (events.some(({ type }) => type === point)) Deno.kill(Deno.pid, "SIGKILL");
});
const answer = await h.json("POST", path, JSON.parse(body));
throw new Error(`The process was to end at ${point}. It got ${JSON.stringify(answer.body)}`);
