import type { SelectHTMLAttributes } from "preact";
import { useId } from "preact/hooks";

/** An option of a select. */
type ChoiceOption = { value: string; label: string; title?: string };

/** Returns options whose labels are their values; the first one means all of them. */
export const anyOf = (any: string, values: readonly string[]): ChoiceOption[] => [
  { value: "", label: any },
  ...values.map((value) => ({ value, label: value })),
];

/** A select. In a form it gets the ids that connect it to its field. */
export function Select({ options, ...rest }: SelectHTMLAttributes & { options: readonly ChoiceOption[] }) {
  return (
    <select class="input" {...rest}>
      {options.map(({ value, label, title }) => (
        <option key={value} value={value} title={title}>{label}</option>
      ))}
    </select>
  );
}

type FilterProps = {
  label: string;
  options: readonly ChoiceOption[];
  /** Empty for no filter. */
  value: string;
  /** Shows the label beside the select; otherwise the first option has to name the filter. */
  named?: boolean;
  onChange: (value: string) => void;
};

/** A select that filters a list. It also shows a value of the address that is not an option. */
export function FilterSelect({ label, options, value, named, onChange }: FilterProps) {
  const id = useId();
  const shared = {
    options: withChosen(options, value),
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (!named) return <Select aria-label={label} {...shared} />;
  return (
    <div class="choice">
      <label class="hint small" for={id}>{label}</label>
      <Select id={id} {...shared} />
    </div>
  );
}

const withChosen = (options: readonly ChoiceOption[], value: string): readonly ChoiceOption[] =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
