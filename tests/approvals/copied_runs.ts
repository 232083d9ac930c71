import { splitStream } from "../../store/event.ts";
import { registry } from "../../store/mod.ts";
import type { StreamDefinition } from "../../store/stream.ts";
import type { Harness } from "../harness.ts";

/** Records so many copies of a run with everything that belongs to it, under new ids; what it stored is shared. */
export async function copyRun(h: Harness, runId: string, copies: number): Promise<void> {
  const events = h.store.events.ofRun(runId, 0, 10_000);
  const ids = [...new Set(events.map(({ stream }) => splitStream(stream).id))];
  for (let copy = 1; copy <= copies; copy++) {
    const renamed = (text: string) => ids.reduce((all, id) => all.replaceAll(id, `${id}c${copy}`), text);
    h.store.unit(() => {
      for (const event of events) {
        const { kind, id } = splitStream(event.stream);
        const { runId, taskSessionId, conversationId } = event;
        h.store.append(
          registry.streams[kind] as StreamDefinition,
          renamed(id),
          [{ type: event.type, data: JSON.parse(renamed(JSON.stringify(event.data))) }],
          {
            actor: event.actor,
            at: event.at,
            ...(runId && { runId: renamed(runId) }),
            ...(taskSessionId && { taskSessionId: renamed(taskSessionId) }),
            ...(conversationId && { conversationId }),
          },
        );
      }
    });
    if (copy % 50 === 0) await h.store.durable();
  }
  await h.store.durable();
}
