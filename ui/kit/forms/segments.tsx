import { useId } from "preact/hooks";

/** A choice between a few visible options: radio buttons that look like one control. */
export function Segments<Value extends string>({ label, options, value, onChange }: {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <div class="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label class="segment" key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
