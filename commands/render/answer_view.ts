import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import type { Columns } from "./section.ts";

/** How the answers of some endpoints are shown to a person. */
export type Views = { [Key in keyof Api]?: (value: Result<Api[Key]>, columns: Columns) => string[] };
