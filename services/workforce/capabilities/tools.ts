import { z } from "zod";
import { TOOL_REGISTRATIONS, WORKER_KINDS } from "../worker_kinds/kinds.ts";
import { TOOLS } from "../worker_tools/mod.ts";
import type { ToolRecord } from "./declared/schemas.ts";

/** Returns every tool that workers use, from its registration. */
export const listTools = (): ToolRecord[] =>
  TOOL_REGISTRATIONS.map(({ name, label, description, policyClass, effects }) => ({
    id: name,
    label,
    description,
    inputSchema: inputSchemaOf(name),
    policyClass,
    effects,
    workers: WORKER_KINDS.filter(({ tools }) => tools.includes(name)).map(({ id }) => id),
    capabilityId: `tool:${name}`,
    state: "enabled",
  }));

function inputSchemaOf(name: string): ToolRecord["inputSchema"] {
  const tool = TOOLS.find((each) => each.name === name);
  return tool === undefined ? null : z.record(z.string(), z.unknown()).parse(z.toJSONSchema(tool.input));
}
