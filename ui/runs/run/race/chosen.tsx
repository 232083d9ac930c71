import { Button } from "../../../kit/button.tsx";
import { partsWords } from "../../race/picked.tsx";
import type { Part } from "./result.ts";

/** What is chosen of the results, and the button that picks exactly that. */
export function Chosen({ parts, results, isVerified, busy, onPick, onClear }: {
  parts: readonly Part[];
  /** How many results there are. */
  results: number;
  isVerified: boolean;
  busy: boolean;
  onPick: (parts: readonly Part[]) => void;
  onClear: () => void;
}) {
  if (results === 0) return null;
  if (parts.length === 0) {
    return (
      <p class="hint small">
        Pick a whole result above, or take single changes{" "}
        {results > 1 ? "of several results" : "of it"}: tick the boxes at them.
      </p>
    );
  }
  const isWhole = parts.length === 1 && !parts[0]?.hunks;
  return (
    <div class="race-chosen">
      <p role="status" class="grow">
        <strong>Chosen: {partsWords([...parts])}.</strong> {isWhole
          ? "It is shown for review as it is."
          : isVerified
          ? "These changes are combined, verified and shown again."
          : "These changes are combined and shown again."} Nothing is written before you approve.
      </p>
      <Button kind="primary" busy={busy} onPress={() => onPick(parts)}>
        {isWhole ? "Pick this result" : "Pick these changes"}
      </Button>
      <Button onPress={onClear}>Choose nothing</Button>
    </div>
  );
}
