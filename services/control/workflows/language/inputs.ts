import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { WorkflowDefinition } from "./definition.ts";
import { didYouMean } from "./closest.ts";
import { readSchema } from "./json_schema.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/**
 * Returns the inputs of a run with the defaults of the definition; `later` names those whose values come later. Throws
 * `InvalidError` with the place.
 */
export function checkInputs(
  { inputs: schema }: Pick<WorkflowDefinition, "inputs">,
  values: Readonly<Record<string, unknown>>,
  later: readonly string[] = [],
): Record<string, unknown> {
  const known = Object.keys(schema?.properties ?? {});
  const unknown = [...Object.keys(values), ...later].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const meant = didYouMean(unknown, known) ||
      (known.length > 0 ? `Its inputs are: ${known.join(", ")}.` : "");
    throw new InvalidError(`The workflow has no input "${unknown}". ${meant}`.trim());
  }
  if (!schema) return {};
  const { required } = schema;
  const isNeeded = (name: unknown) => !later.some((each) => each === name);
  const read = readSchema(
    Array.isArray(required) ? { ...schema, required: required.filter(isNeeded) } : schema,
  );
  const checked = "fault" in read ? read : read.check(values);
  if ("fault" in checked) throw new InvalidError(`inputs: ${checked.fault}.`);
  return recordOf(checked.value);
}
