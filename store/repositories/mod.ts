import { storeDomain } from "../domain.ts";
import { repositorySentences } from "./sentences.ts";
import { commandPermissionStream, repositoryStream } from "./stream.ts";

/** What the store holds of repositories. */
export const repositories = storeDomain({
  streams: [commandPermissionStream, repositoryStream],
  views: [],
  sentences: repositorySentences,
});
