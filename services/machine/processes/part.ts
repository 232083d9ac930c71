import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { Sandbox, type SandboxLive, type SandboxState } from "./sandbox/mod.ts";
import { searchPath } from "../../ground/kernel/environment.ts";

/** The sandbox for commands. The search for it starts with the service; the executor waits for its result. */
export const sandbox = part({
  name: "sandbox",
  open: (_: Core, options: { sandbox?: SandboxState }): SandboxLive["sandbox"] =>
    new Sandbox(searchPath(), options.sandbox),
  start: (sandbox) => void sandbox.find(),
  stop: async (sandbox) => void await sandbox.find(),
});
