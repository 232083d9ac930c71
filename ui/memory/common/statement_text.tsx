import { useSignal } from "@preact/signals";
import { ShownLines } from "../../kit/text/shown_text.tsx";

/** The approximate number of characters in six lines. */
const FOLDED_CHARACTERS = 480;
const FOLDED_LINES = 6;

/** The text of a record or candidate, with hidden characters visible. A long text is folded. */
export function StatementText({ text }: { text: string }) {
  const whole = useSignal(false);
  const long = text.length > FOLDED_CHARACTERS || text.split("\n").length > FOLDED_LINES;
  return (
    <>
      <p class={long && !whole.value ? "card-text card-text-cut" : "card-text"}>
        <ShownLines text={text} />
      </p>
      {long && (
        <button
          type="button"
          class="link-button small statement-fold"
          aria-expanded={whole.value ? "true" : "false"}
          onClick={() => whole.value = !whole.value}
        >
          {whole.value ? "Show less" : "Show all"}
        </button>
      )}
    </>
  );
}
