import { createResource, type Resource } from "../kit/resource.ts";
import { type Frame, useLive, usePageStore } from "./frame.ts";
import type { LiveEvent } from "./live.ts";

/**
 * Returns what `read` answers, kept up to date while the component is shown: it is read at once, when an event matches, and
 * when the connection is back after an interruption. Another `key` starts over.
 */
export function useResource<Value>(
  read: (frame: Frame) => Promise<Value>,
  matches: (event: LiveEvent) => boolean,
  key: string = "",
): Resource<Value> {
  const resource = usePageStore((frame) => createResource(() => read(frame)), key);
  useLive(matches, () => void resource.refresh(), key);
  return resource;
}
