import type { Command } from "commander";
import { GROUPS } from "../definition.ts";

/** Returns the group of the commands about workflows, both hand-written and derived. */
export const workflowsGroup = (program: Command): Command =>
  program.commands.find((command) => command.name() === "workflows") ??
    program.command("workflows").helpGroup(GROUPS.api).helpCommand(false);
