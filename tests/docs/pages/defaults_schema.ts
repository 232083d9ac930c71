import { z } from "zod";
import { defaultsFileSchema } from "../../../services/control/autonomy/defaults/read_stated.ts";

/** The JSON Schema of `.agent-harness.json`, for editors. */
export function defaultsSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(defaultsFileSchema, { io: "input" });
  return `${JSON.stringify({ $schema, title: ".agent-harness.json", ...schema }, null, 2)}\n`;
}
