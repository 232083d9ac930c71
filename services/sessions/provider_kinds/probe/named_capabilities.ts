import { z } from "zod";
import { recordOf } from "../../../../store/shared/records.ts";

/** What servers call a capability, and what it is called here. */
const NAMES: Readonly<Record<string, string>> = {
  tools: "tools",
  tool_use: "tools",
  tool_calling: "tools",
  function_calling: "tools",
  vision: "vision",
  multimodal: "vision",
  image: "vision",
  image_input: "vision",
  reasoning: "reasoning",
  thinking: "reasoning",
  structured_output: "structured_output",
  structured_outputs: "structured_output",
};

const isSupported = (value: unknown): boolean => value === true || recordOf(value).supported === true;

/** The capabilities that a list of models states for one: a list of names, or names that are true or `supported`. */
export const namedCapabilities = z.union([
  z.array(z.string()),
  z.record(z.string(), z.unknown()).transform((record) =>
    Object.keys(record).filter((name) => isSupported(record[name]))
  ),
]).nullish().catch(null).transform((names) => [
  ...new Set(
    (names ?? []).flatMap((name) => {
      const known = name.toLowerCase().replaceAll(/[- ]/g, "_");
      return Object.hasOwn(NAMES, known) ? [NAMES[known]!] : [];
    }),
  ),
]);
