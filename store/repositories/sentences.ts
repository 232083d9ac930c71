import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { commandPermissionStream, repositoryStream } from "./stream.ts";

/** What a human allows for a repository, and what is remembered of it. */
export const repositorySentences: SentencesFor<
  (typeof repositoryStream)["events"] & (typeof commandPermissionStream)["events"]
> = {
  "repository.admitted": ({ data }) => `Agents may work in ${data.root}.`,
  "repository.setup_remembered": ({ data }) =>
    `The setup command is remembered for the repository: ${firstLine(data.command)}`,
  "repository.setup_forgotten": () => "The setup command of the repository was forgotten.",
  "command.admitted": ({ data }) => `Allowed in this repository: ${firstLine(data.command)}`,
  "command.revoked": () => "A command is no longer allowed in its repository.",
};
