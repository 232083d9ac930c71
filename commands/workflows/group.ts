import type { Command } from "commander";
import { GROUPS } from "../definition.ts";

/** The group of the commands about workflows, in which hand-written ones stand beside those of the API. */
export const workflowsGroup = (program: Command): Command =>
  program.commands.find((command) => command.name() === "workflows") ??
    program.command("workflows").helpGroup(GROUPS.api).helpCommand(false);
