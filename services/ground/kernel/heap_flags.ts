/**
 * How V8 is to use memory in every service that this program starts itself. By default it keeps 32 MB for new objects, and as
 * much garbage as live objects; these values cost no measurable processor time (`deno task bench resident`).
 */
export const HEAP_FLAGS =
  "--v8-flags=--max-semi-space-size=2,--initial-old-space-size=64,--heap-growing-percent=40";
