import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";

/** The defaults of a repository, and its `.agent-harness.json`. */
export type RepositoryDefaults = Result<Api["GET /repositories/defaults"]>;
/** One of its defaults. */
export type RepositoryDefault = RepositoryDefaults["items"][number];

/** Where a default comes from, in a few words. */
export const originWords = ({ origin, runNumber }: RepositoryDefault): string =>
  origin === "learnt"
    ? runNumber === null ? "learnt from an earlier run" : `learnt from #${runNumber}`
    : { set: "set by you", file: ".agent-harness.json", none: "" }[origin];

/** What a repository has as the default of something; null without one. */
export const defaultIn = (
  { items }: RepositoryDefaults,
  id: RepositoryDefault["id"],
): RepositoryDefault & { value: string } | null => {
  const found = items.find((item) => item.id === id);
  return found && found.value !== null ? { ...found, value: found.value } : null;
};

/** What a person should know of the file; null if it is admitted, or if it never existed. */
export function fileWarning({ file: { state, issues, admittedAt } }: RepositoryDefaults): string | null {
  const held = admittedAt === null
    ? ""
    : " The admitted dial, profile, needs and place apply until you revoke them.";
  switch (state) {
    case "none":
      return admittedAt === null ? null : `.agent-harness.json is gone.${held}`;
    case "proposed":
      return ".agent-harness.json is not admitted, so nothing of it is used.";
    case "changed":
      return `.agent-harness.json has changed since it was admitted, so nothing new in it is used.${held}`;
    case "invalid": {
      const { line, column, message } = issues[0]!;
      return `.agent-harness.json, line ${line}, column ${column}: ${message} Nothing of it is used.${held}`;
    }
    default:
      return null;
  }
}
