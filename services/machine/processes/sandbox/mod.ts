export { sandboxCommand, VARIABLES, writeVariables } from "./arguments.ts";
export type { SandboxLive } from "./sandbox.ts";
export { composeSandbox, homeSeenAt, type SandboxPlace } from "./compose.ts";
export { defaultLimits, describeLimits, type HeldLimits, holdLimits, limitSentence } from "./limits.ts";
export type { Limits } from "./limit.ts";
export type { AvailableSandbox, ComposedSandbox, Mask, SandboxState } from "./policy.ts";
export { DOWNLOADS } from "./toolchain_places.ts";
export { probeSandbox } from "./probe.ts";
export { refusedBySandbox } from "./recognise.ts";
export { groupVersion } from "./resource_group.ts";
export { Sandbox } from "./sandbox.ts";
export {
  type KernelRule,
  type Purpose,
  PURPOSES,
  readSettings,
  type SandboxRule,
  sandboxRuleOf,
  sandboxSettingsSchema,
  settingsPath,
  type VariableValue,
} from "./settings.ts";
export {
  type DescribedSettings,
  describeOpenings,
  describeSettings,
  TURN_ON,
  UNCONFINED_REACH,
} from "./describe.ts";
export { watchFirstProcess } from "./stopped_init.ts";
