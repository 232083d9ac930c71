import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { SelectField } from "../../kit/forms/select.tsx";
import { useFrame } from "../../shell/mod.ts";

/** Recipes are excluded: the fixed rules know them already. */
const isModel = (name: string): boolean => !name.startsWith("builtin/");

/** The chosen model: empty for none, `any` to let routing choose, or `provider/model`. */
export type ModelChoice = string;

/** Returns the field of a request for the choice. */
export function modeOf(choice: ModelChoice) {
  if (choice === "") return {};
  if (choice === "any") return { mode: "model" as const };
  const slash = choice.indexOf("/");
  return { mode: "model" as const, provider: choice.slice(0, slash), model: choice.slice(slash + 1) };
}

/** The choice of the model that makes the draft, or of none. */
export function ModelField({ value, onChange }: {
  value: ModelChoice;
  onChange: (choice: ModelChoice) => void;
}) {
  const { call } = useFrame();
  const names = useSignal<readonly string[]>([]);
  useEffect(() => {
    call("GET /models", { query: {} }).then((all) => names.value = all.filter(isModel), () => {});
  }, []);
  const options = [
    { value: "", label: "Fixed rules, without a model" },
    { value: "any", label: "The model that routing chooses" },
    ...names.value.map((name) => ({ value: name, label: name })),
  ];
  return (
    <SelectField
      label="Drafted by"
      hint={value === ""
        ? "No model is asked."
        : "The text is sent to the model. Its draft is checked like any other."}
      options={options}
      value={value}
      onPick={onChange}
    />
  );
}
