export { sandboxArguments } from "./arguments.ts";
export { composePolicy, homeSeenAt, masksOf, type SandboxPlace } from "./compose.ts";
export type { Mask, SandboxPolicy, SandboxState } from "./policy.ts";
export { probeSandbox } from "./probe.ts";
export { Sandbox } from "./sandbox.ts";
export {
  type Purpose,
  PURPOSES,
  readRule,
  readSettings,
  type SandboxRule,
  sandboxSettingsSchema,
  settingsPath,
  type VariableValue,
} from "./settings.ts";
