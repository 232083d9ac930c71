import { z } from "zod";
import { NO_EFFECTS } from "../../ground/policy/registration.ts";
import { Refusal } from "./refusal.ts";
import { CONNECTOR_TOOL } from "../workers/rights.ts";
import { beginning, defineTool } from "./tool.ts";

const name = z.string().min(1).max(40);

/** Does something outside with a connector that a human enabled; each use is approved by one. */
export const useConnectorTool = defineTool({
  name: CONNECTOR_TOOL,
  label: "Use a connector",
  policyClass: "external-write",
  effects: { ...NO_EFFECTS, network: "any", secrets: true, money: true, device: true },
  description:
    "Does one action of an enabled connector, once, after a human has approved exactly that action and input. It acts outside of the repository and may be impossible to undo. Use it only where your task asks for it.",
  input: z.object({ connector: name, action: name, input: z.record(z.string(), z.unknown()) }),
  about: ({ connector, action }) => ({ summary: `Use ${connector}.${action}` }),
  perform: async (use, { useConnector, redactor }) => {
    const outcome = await useConnector(use);
    if (!outcome.done) throw new Refusal(outcome.detail, outcome.reason);
    const { summary, response } = outcome;
    return {
      summary,
      output: beginning(`${summary}\nIt answered: ${redactor.text(JSON.stringify(response))}`),
    };
  },
});
