/** The SDK, loaded when the first model is asked: start-up does not pay for it. Its warnings are switched off: they would be printed. */
export function loadSdk(): Promise<typeof import("ai")> {
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  return import("ai");
}
