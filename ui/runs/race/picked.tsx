import type { Race } from "../../../client/race_words.ts";
import { counted } from "../../../client/words.ts";
import { Button } from "../../kit/button.tsx";
import { useFrame } from "../../shell/mod.ts";

/** Returns in words what was picked, or would be: whole results, or changes of them. */
export const partsWords = (parts: NonNullable<Race["picked"]>): string =>
  parts.length === 1 && !parts[0]?.hunks
    ? `the result of contender ${parts[0]?.contender}`
    : parts.map(({ contender, hunks }) =>
      `${hunks ? counted(hunks.length, "change") : "everything"} of contender ${contender}`
    ).join(" and ");

/** The button that undoes the pick of a race, after which the run waits for another. */
export function UndoPick({ runId, onDone }: { runId: string; onDone?: () => void }) {
  const { call, toasts } = useFrame();
  const undo = async () => {
    const undone = await toasts.attempt(() => call("POST /runs/:id/unpick", { params: { id: runId } }));
    if (undone) onDone?.();
  };
  return <Button small onPress={() => undo()}>Undo the pick</Button>;
}
