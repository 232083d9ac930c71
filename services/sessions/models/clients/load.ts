import { PACKAGES } from "../../../ground/kernel/packages.later.ts";

/** The SDK, loaded for the first model call so that start-up stays fast. Its warnings are off, because they would be printed. */
export function loadSdk(): Promise<typeof import("ai")> {
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  return PACKAGES.ai();
}
