import { useId } from "preact/hooks";

/** One of the values that are chosen among. */
export type ChoiceOption = { value: string; label: string };

/** A choice among values, with its name beside it: for filters. */
export function Choice({ label, options, value, onChange }: {
  label: string;
  options: readonly ChoiceOption[];
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="choice">
      <label class="hint small" for={id}>{label}</label>
      <select id={id} class="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <Options options={withChosen(options, value)} />
      </select>
    </div>
  );
}

/** The options of a `select`. */
export function Options({ options }: { options: readonly ChoiceOption[] }) {
  return (
    <>{options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}</>
  );
}

/** Options whose words are their values; the first stands for all of them. */
export const anyOf = (any: string, values: readonly string[]): ChoiceOption[] => [
  { value: "", label: any },
  ...values.map((value) => ({ value, label: value })),
];

/** An address may name a value that is no option: it is shown for what it is. */
const withChosen = (options: readonly ChoiceOption[], value: string): readonly ChoiceOption[] =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
