import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { SourceLive } from "./read_source.ts";
import type { Asked, Content } from "./content.ts";
export function fetchCalDav(_c: Ctx<SourceLive>, _d: SourceConfig, _a: Asked): Promise<Content | null> {
  throw new Error("x");
}
