import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { ShownText } from "../text/shown_text.tsx";

/** A labelled control. The control gets the ids that connect it to its label, hint, and error. */
export function Field({ label, hint, problem, children }: {
  label: string;
  hint?: ComponentChildren;
  problem?: string | null;
  children: (
    control: { id: string; "aria-describedby"?: string; "aria-invalid"?: "true" },
  ) => ComponentChildren;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>
        <ShownText text={label} />
      </label>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(problem && { "aria-invalid": "true" as const }),
      })}
      {hint && <span class="hint small" id={`${id}-hint`}>{hint}</span>}
      {problem && <span class="field-problem" id={`${id}-problem`} role="alert">{problem}</span>}
    </div>
  );
}
