import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";
import type { WorkflowDocument } from "./document.ts";
import { workflowEvents } from "./events.ts";

type WorkflowEvent = EventOf<typeof workflowEvents>;

/** A saved workflow; its versions, which never change, are a view. */
export const workflowStream = defineStream<WorkflowDocument>()({
  kind: "workflow",
  version: 1,
  events: workflowEvents,
  indexes: [["deletedAt"], ["deletedAt", "status"]],
  evolve: (workflow, event) => {
    if (event.type === "workflow.created") return created(event);
    return workflow && { ...change(workflow, event), updatedAt: event.at };
  },
});

function created(
  { stream, data, actor, at }: Extract<WorkflowEvent, { type: "workflow.created" }>,
): WorkflowDocument {
  const { name, description, sourceSha256 } = data;
  return {
    id: idOf({ stream }),
    name,
    description,
    status: "inactive",
    activeVersion: null,
    latestVersion: 1,
    sourceSha256,
    deletedAt: null,
    createdBy: actor,
    createdAt: at,
    updatedAt: at,
  };
}

function change(
  workflow: WorkflowDocument,
  event: Exclude<WorkflowEvent, { type: "workflow.created" }>,
): WorkflowDocument {
  switch (event.type) {
    case "workflow.revised": {
      const { name, description, sourceSha256 } = event.data;
      return { ...workflow, name, description, sourceSha256, latestVersion: workflow.latestVersion + 1 };
    }
    case "workflow.activated":
      return { ...workflow, status: "active", activeVersion: event.data.version };
    case "workflow.deactivated":
      return { ...workflow, status: "inactive", activeVersion: null };
    case "workflow.deleted":
      return { ...workflow, status: "inactive", activeVersion: null, deletedAt: event.at };
  }
}
