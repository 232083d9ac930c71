import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

/** The handling of a failing verifier as form values; an empty value means the default. */
export type WhenRed = { fix: string; onRed: string };

/** The values of an untouched form. */
export const NOTHING_SAID: WhenRed = { fix: "", onRed: "" };

const ROUNDS = ["0", "1", "2", "3", "4", "5"];

/** The fields for how often the verifier's output goes back to the worker, and what happens if it still fails. */
export function WhenRedFields({ value, disabled = false, onChange }: {
  value: WhenRed;
  disabled?: boolean;
  onChange: (changed: Partial<WhenRed>) => void;
}) {
  return (
    <div class="two-columns">
      <Field
        label="Fix rounds"
        hint="How often the worker gets the verifier's output back to mend its work. A recipe never does."
      >
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            options={[
              { value: "", label: "As usual: 2" },
              ...ROUNDS.map((round) => ({ value: round, label: round === "0" ? "None" : round })),
            ]}
            value={value.fix}
            onPick={(fix) => onChange({ fix })}
          />
        )}
      </Field>
      <Field
        label="When it still fails"
        hint="The best attempt is shown as red and can be approved all the same."
      >
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            options={[{ value: "", label: "Show me the patch" }, { value: "fail", label: "End the run" }]}
            value={value.onRed}
            onPick={(onRed) => onChange({ onRed })}
          />
        )}
      </Field>
    </div>
  );
}

/** Returns the values as fields of a request. */
export const whenRedOf = ({ fix, onRed }: WhenRed): { fix?: number; onRed?: "fail" } => ({
  ...(fix !== "" && { fix: Number(fix) }),
  ...(onRed === "fail" && { onRed }),
});
