import type { ComponentChildren, SelectHTMLAttributes } from "preact";
import { useId } from "preact/hooks";
import { neutralised } from "../text/hidden.ts";
import { Field } from "./field.tsx";

/** An option of a select. */
type ChoiceOption<Value extends string = string> = { value: Value; label: string; title?: string };

/** Returns options whose labels are their values; the first one means all of them. */
export const anyOf = (any: string, values: readonly string[]): ChoiceOption[] => [
  { value: "", label: any },
  ...values.map((value) => ({ value, label: value })),
];

type SelectProps<Value extends string> = SelectHTMLAttributes & {
  options: readonly ChoiceOption<Value>[];
  /** Called with the value of the option that the user picked. */
  onPick?: (value: Value) => void;
};

/** A select. In a form it gets the ids that connect it to its field. */
export function Select<Value extends string>({ options, onPick, ...rest }: SelectProps<Value>) {
  const pick = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => {
    const picked = options[currentTarget.selectedIndex];
    if (picked) onPick?.(picked.value);
  };
  return (
    <select class="input" onChange={pick} {...rest}>
      {options.map(({ value, label, title }) => (
        <option key={value} value={value} title={title}>{neutralised(label)}</option>
      ))}
    </select>
  );
}

/** A labelled select of a form. */
export function SelectField<Value extends string>(
  { label, hint, ...select }: SelectProps<Value> & { label: string; hint?: ComponentChildren },
) {
  return <Field label={label} hint={hint}>{(control) => <Select {...control} {...select} />}</Field>;
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
    onPick: onChange,
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
