/** Approves the one letter that waits, in a process that ends itself at the point it is given. Only tests start this file. */
import { Harness } from "../harness.ts";
import { letters, REVIEWED } from "./letters.ts";

const [directory, mailbox, approval, point] = Deno.args as [string, string, string, string];
const reach = (reached: string) => {
  if (reached === point) Deno.kill(Deno.pid, "SIGKILL");
};
const h = await Harness.open({ subjects: [letters(mailbox, reach)] }, directory);
h.store.subscribe((events) => events.some(({ type }) => type === "approval.applied") && reach("applied"));
await h.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
throw new Error(`The process was to end at ${point}.`);
