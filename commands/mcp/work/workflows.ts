import { z } from "zod";
import { ApiError } from "../../../client/client.ts";
import { defineTool } from "../tool.ts";

/** `workflows`: what `request` can follow. */
export const workflows = defineTool({
  name: "workflows",
  description: "List the workflow templates that request takes, or show one with its inputs and source.",
  readOnly: true,
  input: { id: z.string().min(1).optional() },
  async answer({ connection: { call } }, { id }) {
    const templates = await call("GET /workflow-templates");
    if (id === undefined) return templates.map(({ id, description }) => ({ id, description }));
    const template = templates.find((each) => each.id === id);
    if (!template) {
      throw new ApiError(
        404,
        `There is no template "${id}". There are ${
          templates.map(({ id }) => id).join(", ")
        }. A saved workflow can be requested by its id; only a person can read it.`,
      );
    }
    const { name, description, usage, inputs, source } = template;
    return { id, name, description, usage, inputs, source };
  },
});
