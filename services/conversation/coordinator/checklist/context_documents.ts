import { namedDirectory } from "../../../machine/repositories/mod.ts";
import { listProjectContext } from "../../../knowledge/project_context/list.ts";
import { type ChecklistCheck, ok, warn, withoutPlace } from "./item.ts";
import { counted } from "../../../ground/kernel/words.ts";

/** How many documents are compared with the repository, and how many of their faults are named. */
const LOOKED_AT = 20;
const NAMED = 3;

/** Checks whether the project's context documents still match the repository. */
export const contextDocuments: ChecklistCheck = {
  check: "context_documents",
  title: "Context documents match the repository",
  look: async ({ ctx, place }) => {
    if (!place) return withoutPlace();
    const documents = await listProjectContext(ctx, {
      projectPath: namedDirectory(place.repository),
      status: "active",
      includeArchived: false,
      includeContent: true,
      limit: LOOKED_AT,
    });
    if (documents.length === 0) return ok("There are no context documents for this repository.");
    const drifted = documents.flatMap((document) => {
      const drift = "drift" in document ? document.drift : null;
      if (!drift) return [];
      const faults = drift.items.filter(({ state }) => state === "missing").map(({ detail }) => detail);
      if (drift.source === "changed") faults.unshift("The file changed after the import.");
      if (drift.source === "missing") faults.unshift("The imported file no longer exists.");
      return faults.length > 0 ? [{ id: document.id, faults }] : [];
    });
    const ids = documents.map(({ id }) => id);
    if (drifted.length === 0) {
      return ok(`Checked against the repository: ${counted(documents.length, "document")}.`, ids);
    }
    const faults = drifted.flatMap(({ id, faults }) => faults.map((fault) => `${id}: ${fault}`));
    const more = faults.length > NAMED ? ` and ${faults.length - NAMED} more` : "";
    return warn(
      `${drifted.length} of ${counted(documents.length, "document")} are out of date. ${
        faults.slice(0, NAMED).join(" ")
      }${more}`,
      "Correct them, import them again, or archive them. Each document lists its faults.",
      drifted.map(({ id }) => id),
    );
  },
};
