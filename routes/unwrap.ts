import { z } from "zod";

/** Returns the schema without wrappers for optional, nullable, default and transformed values. */
export function unwrap(schema: z.core.$ZodType): z.ZodType {
  let inner: unknown = schema;
  for (;;) {
    if (inner instanceof z.ZodPipe) inner = inner.in;
    else if (inner instanceof z.ZodLazy) inner = inner.unwrap();
    else if (
      inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault
    ) inner = inner.unwrap();
    else return inner as z.ZodType;
  }
}
