import { createListing, type Listing } from "../kit/listing.ts";
import { createResource, type Resource } from "../kit/resource.ts";
import type { Frame } from "../shell/mod.ts";
import type { Template, Workflow, WorkflowSummary } from "./types.ts";

/** What the address narrows the workflows by. */
export type WorkflowFilter = { status: "" | "active" | "inactive" };

/** The saved workflows, the one that is looked at, and the templates. */
export type WorkflowsStore = {
  readonly list: Listing<WorkflowFilter, WorkflowSummary>;
  readonly templates: Resource<Template[]>;
  readonly shown: Resource<Workflow | null>;
  show: (filter: WorkflowFilter) => Promise<unknown>;
  look: (id: string) => Promise<unknown>;
};

/** The filter that an address names. */
export const filterOf = ({ status }: Readonly<Record<string, string>>): WorkflowFilter => ({
  status: status === "active" || status === "inactive" ? status : "",
});

/** The store of the workflows. */
export function createWorkflowsStore({ call }: Pick<Frame, "call">): WorkflowsStore {
  let looked = "";
  const list = createListing(({ status }: WorkflowFilter, limit) =>
    call("GET /saved-workflows", { query: { limit, ...(status && { status }) } })
  );
  const templates = createResource(() => call("GET /workflow-templates"));
  const shown = createResource(async () =>
    looked === "" ? null : await call("GET /saved-workflows/:id", { params: { id: looked } })
  );
  return {
    list,
    templates,
    shown,
    show: (filter) => Promise.all([list.show(filter), templates.refresh()]),
    look: (id) => {
      looked = id;
      return shown.refresh();
    },
  };
}
