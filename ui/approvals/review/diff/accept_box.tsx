import { useLayoutEffect, useRef } from "preact/hooks";
import type { Acceptance } from "../../../../client/accepted_hunks.ts";

/** The properties of an accept box. */
type AcceptBoxProps = {
  acceptance: Acceptance;
  label: string;
  /** Announces what is accepted to screen readers. */
  about: string;
  disabled: boolean;
  onToggle: () => void;
};

/** A checkbox that accepts a hunk, or a whole file of which a part may be left out. */
export function AcceptBox({ acceptance, label, about, disabled, onToggle }: AcceptBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = acceptance === "some";
  }, [acceptance]);
  return (
    <label class="accept-box">
      <input
        ref={box}
        type="checkbox"
        checked={acceptance === "all"}
        disabled={disabled}
        onChange={onToggle}
        aria-label={`${label} ${about}`}
      />
      <span aria-hidden="true">{label}</span>
    </label>
  );
}
