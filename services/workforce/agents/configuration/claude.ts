import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import { anthropic } from "../../../sessions/provider_kinds/kinds/anthropic/kind.ts";
import { recordOf } from "../../../../store/shared/records.ts";
import { stringOf } from "../protocol/raw.ts";
import type { AgentConfiguration } from "./configuration.ts";

/** Names that Claude Code itself turns into a model, such as "opus", which no server knows. */
const ALIAS = /^[a-z]+(?:\[\w+\])?$/;

/** Claude Code: the address in its variables, if its models are not Anthropic's own. */
export const claudeConfiguration: AgentConfiguration = {
  variable: "CLAUDE_CONFIG_DIR",
  directory: ".claude",
  files: ["settings.json"],
  read: async (text) => {
    const { parse } = await PACKAGES.jsonc();
    const { model, env } = recordOf(parse(text));
    const { ANTHROPIC_BASE_URL, ANTHROPIC_MODEL } = recordOf(env);
    const address = stringOf(ANTHROPIC_BASE_URL);
    if (address === undefined) return null;
    const models = [ANTHROPIC_MODEL, model].filter((each) => !ALIAS.test(stringOf(each) ?? ""));
    // Its address is without the version, to which a provider's has to lead.
    return { kind: anthropic, baseUrl: `${address.replace(/\/+$/, "")}/v1`, models };
  },
};
