import type { ToolSet } from "ai";
import { z } from "zod";
import { loadSdk } from "../../sessions/models/clients/load.ts";
import { type EnforcedProfile, mayUse } from "../workers/rights.ts";
import { createFileTool } from "./create_file.ts";
import { deleteFileTool } from "./delete_file.ts";
import { editFileTool } from "./edit_file.ts";
import { listFilesTool } from "./list_files.ts";
import { readFileTool } from "./read_file.ts";
import { readSkillTool } from "./read_skill.ts";
import { runCommandTool } from "./run_command.ts";
import { searchTool } from "./search.ts";
import type { WorkerTool } from "./tool.ts";
import { useConnectorTool } from "./use_connector.ts";

/** Everything that a model may do in a task's directory. */
export const TOOLS: readonly WorkerTool[] = [
  listFilesTool,
  readFileTool,
  searchTool,
  editFileTool,
  createFileTool,
  deleteFileTool,
  runCommandTool,
  readSkillTool,
  useConnectorTool,
];

/** The tool with which a model reports that it cannot do the task. */
export const GIVE_UP = "give_up";

/**
 * Returns a profile's tools as the SDK describes them to a model; tools with nothing to act on are left out. None runs on its
 * own: the loop executes them one by one.
 */
export async function describedTools(profile: EnforcedProfile, hasActions: boolean): Promise<ToolSet> {
  const { tool } = await loadSdk();
  const described: ToolSet = {
    [GIVE_UP]: tool({
      description:
        "Ends the task without success if it cannot be done. Say why, and what a person could do about it.",
      inputSchema: z.object({ reason: z.string().min(1).max(4000) }),
    }),
  };
  const empty = new Set([
    ...(profile?.rights.skills.length ? [] : [readSkillTool.name]),
    ...(hasActions ? [] : [useConnectorTool.name]),
  ]);
  for (const { name, description, input } of TOOLS) {
    if (mayUse(profile, name) && !empty.has(name)) {
      described[name] = tool({ description, inputSchema: input });
    }
  }
  return described;
}
