import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Field } from "../kit/forms/field.tsx";

/** The handle of a field with a typed or loaded value. */
export type ValueHandle = {
  /** Returns the value and empties the field. */
  take: () => string;
};

/**
 * A field for a value that must not be visible: it stays in the field itself until it is taken, and is emptied then. A value
 * of several lines, such as a key, is read from a file, because a password field keeps no line breaks.
 */
export function ValueField({ label, hint, handle, optional = false }: {
  label: string;
  hint: string;
  handle: { current: ValueHandle | null };
  optional?: boolean;
}) {
  const typed = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const read = useRef<string | null>(null);
  const fileName = useSignal<string | null>(null);
  // The field is gone once a value is accepted. Of one that is refused, nothing is left, and empty would mean none.
  const wasTaken = useSignal(false);
  const empty = () => {
    read.current = fileName.value = null;
    for (const input of [typed.current, file.current]) if (input) input.value = "";
  };
  handle.current = {
    take: () => {
      const value = read.current ?? typed.current?.value ?? "";
      wasTaken.value = value !== "";
      empty();
      return value;
    },
  };
  useEffect(() => empty, []);
  const onFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    read.current = await chosen.text();
    if (typed.current) typed.current.value = "";
    fileName.value = chosen.name;
  };
  return (
    <>
      <Field label={label} hint={hint}>
        {(control) => (
          <input
            {...control}
            ref={typed}
            class="input"
            type="password"
            autoComplete="new-password"
            spellcheck={false}
            required={(!optional || wasTaken.value) && fileName.value === null}
            disabled={fileName.value !== null}
          />
        )}
      </Field>
      <div class="row">
        <button type="button" class="button button-small" onClick={() => file.current?.click()}>
          Read it from a file …
        </button>
        {fileName.value && (
          <>
            <span class="small" role="status">{fileName.value} is read.</span>
            <button type="button" class="link-button small" onClick={empty}>Type it instead</button>
          </>
        )}
        <input
          ref={file}
          type="file"
          hidden
          aria-label="File with the value"
          onChange={(event) => void onFile(event.currentTarget.files?.[0])}
        />
      </div>
    </>
  );
}
