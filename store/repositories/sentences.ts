import type { SentencesFor } from "../domain.ts";
import { firstLine } from "../words.ts";
import type { defaultsStream } from "./defaults.ts";
import type { commandPermissionStream, objectsPermissionStream, repositoryStream } from "./stream.ts";

/** What a human allows for a repository, and what is remembered of it. */
export const repositorySentences: SentencesFor<
  & (typeof repositoryStream)["events"]
  & (typeof commandPermissionStream)["events"]
  & (typeof defaultsStream)["events"]
  & (typeof objectsPermissionStream)["events"]
> = {
  "repository.admitted": ({ data }) => `Agents may work in ${data.root}.`,
  "repository.setup_remembered": ({ data }) =>
    `The setup command is remembered for the repository: ${firstLine(data.command)}`,
  "repository.setup_forgotten": () => "The setup command of the repository was forgotten.",
  "command.admitted": ({ data }) => `Allowed in this repository: ${firstLine(data.command)}`,
  "command.revoked": () => "A command is no longer allowed in its repository.",
  "objects.admitted": ({ data }) => `Runs in ${data.root} may read the objects in ${data.real}.`,
  "objects.revoked": () => "Runs may no longer read the objects of another repository.",
  "defaults.set": ({ data }) => `Defaults of ${data.root} were set: ${listed(data.values)}.`,
  "defaults.cleared": ({ data }) => `Defaults of ${data.root} were cleared: ${data.names.join(", ")}.`,
  "defaults.learnt": ({ data }) => `Defaults of ${data.root} were learnt from a run: ${listed(data.values)}.`,
  "defaults.file_admitted": ({ data }) =>
    `The .agent-harness.json of ${data.root} was admitted, with the hash ${data.sha256.slice(0, 12)}.`,
  "defaults.file_revoked": ({ data }) => `The .agent-harness.json of ${data.root} is no longer admitted.`,
};

const listed = (values: Partial<Record<string, string>>): string =>
  Object.entries(values).map(([name, value]) => `${name} ${firstLine(value ?? "")}`).join(", ");
