import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useFrame } from "../../shell/mod.ts";

const MAX_KNOWN = 12;

/** Returns the directories of the newest runs without duplicates; `onNewest` receives the first one. */
export function useKnownDirectories(onNewest: (directory: string) => void): Signal<readonly string[]> {
  const { call } = useFrame();
  const known = useSignal<readonly string[]>([]);
  useEffect(() => {
    call("GET /history", { query: { limit: 100 } }).then((runs) => {
      known.value = [...new Set(runs.map((run) => run.repoPath))].slice(0, MAX_KNOWN);
      onNewest(known.value[0] ?? "");
    }, () => {});
  }, []);
  return known;
}
