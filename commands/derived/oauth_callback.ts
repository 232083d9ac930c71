import type { Command } from "commander";

/** The endpoint that a browser calls when a server redirects it back. */
export const CALLBACK = "GET /oauth/callback";

const PARAMETERS = {
  state: "which authorization this answers",
  code: "the code that the server issued",
  error: "the error that the server sent instead of a code",
  iss: "the server that answers",
} as const;

/** Adds the parameters of a redirect as flags. */
export function addCallbackOptions(command: Command): void {
  for (const [name, description] of Object.entries(PARAMETERS)) {
    command.option(`--${name} <text>`, description);
  }
}

/** Returns the parameters that were given, as the query of the redirect. */
export const callbackQuery = (options: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(PARAMETERS).map((name) => [name, options[name]]).filter(([, value]) => value !== undefined),
  );
