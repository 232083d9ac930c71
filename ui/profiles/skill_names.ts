import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useFrame } from "../shell/mod.ts";

/** Returns a function from the id of a skill to what people call it, once that is known. */
export function useSkillNames(): (id: string) => string {
  const { call } = useFrame();
  const names = useSignal<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const query = { kind: "skill" as const, limit: 1000 };
    void call("GET /capabilities", { query }).then(
      (found) => names.value = new Map(found.map(({ id, label }) => [id.slice("skill:".length), label])),
      () => {},
    );
  }, []);
  return (id) => names.value.get(id) ?? id;
}
