import type { SelectHTMLAttributes } from "preact";
import { useId } from "preact/hooks";

/** One of the values that are chosen among. */
export type ChoiceOption = { value: string; label: string; title?: string };

/** Options whose labels are their values; the first means all of them. */
export const anyOf = (any: string, values: readonly string[]): ChoiceOption[] => [
  { value: "", label: any },
  ...values.map((value) => ({ value, label: value })),
];

/** A control that chooses one value. In forms it gets what ties it to its field. */
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
  /** Empty where nothing is narrowed. */
  value: string;
  /** Its name is shown beside it; otherwise the first option has to say what it is of. */
  named?: boolean;
  onChange: (value: string) => void;
};

/** What a list is narrowed by: one of some values. A value of the address that is not an option is shown for what it is. */
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
