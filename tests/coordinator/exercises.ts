import { exercise, type MakeExercises } from "../kit/exercise.ts";

const PARTS = [
  "runtime-events",
  "runtime-events/stream",
  "plans",
  "design-docs",
  "execution-graphs",
  "turns",
];

const make: MakeExercises = async ({ h, repository }) => {
  const { id } = await h.operator("POST /coordinator/conversations", { body: { title: "about the notes" } });
  const ids = { id };
  const at = "/coordinator/conversations/:id";
  const repoPath = repository.root;
  await h.operator("POST /coordinator/conversations/:id/messages", {
    params: ids,
    body: { content: 'create docs/TALK.md with "x"', repoPath },
  });
  const attach = (name: string) => ({
    files: [{ name, mediaType: "text/plain", contentBase64: btoa("hello") }],
  });
  const [file] = await h.operator("POST /coordinator/conversations/:id/attachments", {
    params: ids,
    body: attach("a.txt"),
  });
  return {
    reads: [
      exercise("GET /coordinator/command-center"),
      exercise("GET /coordinator/conversations"),
      exercise(`GET ${at}`, { ids }),
      ...PARTS.map((part) => exercise(`GET ${at}/${part}`, { ids })),
      exercise(`GET ${at}/artifact`, { ids, query: `path=${encodeURIComponent(file!.path)}` }),
      exercise(`GET ${at}/summary`, { ids }),
    ],
    writes: [
      exercise("POST /coordinator/conversations", { body: { title: "another" } }),
      exercise(`PATCH ${at}`, { ids, body: { title: "renamed" } }),
      exercise(`POST ${at}/pre-run-checklist`, { ids, body: { content: "create x.md", repoPath } }),
      exercise(`POST ${at}/attachments`, { ids, body: attach("b.txt") }),
      exercise(`POST ${at}/events`, { ids, body: { kind: "user", content: "noted" } }),
      exercise(`POST ${at}/messages`, { ids, body: { content: "help" } }),
      exercise(`POST ${at}/research-assets`, { ids, body: { title: "page", url: "https://example.org/" } }),
      exercise(`POST ${at}/summary`, { ids }),
    ],
  };
};
export default make;
