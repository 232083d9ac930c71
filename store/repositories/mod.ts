import { storeDomain } from "../domain.ts";
import { defaultsStream } from "./defaults.ts";
import { repositorySentences } from "./sentences.ts";
import { commandPermissionStream, objectsPermissionStream, repositoryStream } from "./stream.ts";

/** What the store holds of repositories. */
export const repositories = storeDomain({
  streams: [commandPermissionStream, defaultsStream, objectsPermissionStream, repositoryStream],
  views: [],
  sentences: repositorySentences,
});
