import type { Exercise } from "./exercises.ts";
import type { World } from "./world.ts";

const OF_CONVERSATION = [
  "runtime-events",
  "runtime-events/stream",
  "plans",
  "design-docs",
  "execution-graphs",
  "turns",
];

/** Calls to the conversations, the inbox, the memory and the project context of a world: those that read, and all. */
export async function coordinatorExercises(world: World): Promise<{ reads: Exercise[]; writes: Exercise[] }> {
  const made = await [talk, remember, propose, document, keepSecret].reduce<Promise<Record<string, string>>>(
    async (before, make) => ({ ...await before, ...await make(world) }),
    Promise.resolve({}),
  );
  const { conversation, artifact, record, promoted, rejected, review, context, notification, secret } = made;
  const on = (method: string, path: string, ids: Record<string, string>, body?: unknown): Exercise => ({
    key: `${method} ${path.split("?")[0]}`,
    path: path.replaceAll(/:(\w+)/g, (_, name) => ids[name]!),
    body,
  });
  const ofTalk = (method: string, rest: string, body?: unknown) =>
    on(method, `/coordinator/conversations/:id${rest}`, { id: conversation! }, body);
  const ofInbox = (verb: string) => on("POST", `/notifications/:id/${verb}`, { id: notification! });
  const content = { content: "help" };
  return {
    reads: [
      on("GET", "/coordinator/command-center", {}),
      on("GET", "/coordinator/conversations", {}),
      ofTalk("GET", ""),
      ...OF_CONVERSATION.map((name) => ofTalk("GET", `/${name}`)),
      ofTalk("GET", `/artifact?path=${encodeURIComponent(artifact!)}`),
      ofTalk("GET", "/summary"),
      on("GET", "/notifications", {}),
      on("GET", "/memory?query=English", {}),
      on("GET", "/memory/context-preview?query=English", {}),
      on("GET", "/memory/candidates", {}),
      on("GET", "/memory/reviews", {}),
      on("GET", "/memory/reviews/:id", { id: review! }),
      on("GET", "/secrets", {}),
      on("GET", "/secrets/status", {}),
      on("GET", "/secrets/:id", { id: secret! }),
      on("GET", "/secrets/:id/status", { id: secret! }),
      on("GET", "/projects/context", {}),
      on("GET", "/projects/context/:id", { id: context! }),
    ],
    writes: [
      on("POST", "/coordinator/conversations", {}, { title: "another" }),
      ofTalk("PATCH", "", { title: "renamed" }),
      ofTalk("POST", "/pre-run-checklist", { content: "create x.md", repoPath: world.repository.root }),
      ofTalk("POST", "/attachments", {
        files: [{ name: "b.txt", mediaType: "text/plain", contentBase64: btoa("b") }],
      }),
      ofTalk("POST", "/events", { kind: "user", content: "noted" }),
      ofTalk("POST", "/messages", content),
      ofTalk("POST", "/research-assets", { title: "page", url: "https://example.org/" }),
      ofTalk("POST", "/summary"),
      ...["read", "unread", "dismiss", "archive", "delete"].map(ofInbox),
      on("POST", "/notifications/read-all", {}),
      on("POST", "/memory", {}, RECORD),
      on("POST", "/memory/:id/archive", { id: record! }),
      on("POST", "/memory/candidates/:id/promote", { id: promoted! }),
      on("POST", "/memory/candidates/:id/reject", { id: rejected! }),
      on("POST", "/memory/review", {}),
      on("POST", "/memory/maintenance", {}, {}),
      on("POST", "/secrets", {}, { ...SECRET, name: "openai/other" }),
      on("POST", "/secrets/:id/delete", { id: secret! }),
      on("POST", "/projects/context", {}, { ...DOCUMENT, projectPath: world.repository.root }),
      on("PATCH", "/projects/context/:id", { id: context! }, { title: "Guide, second edition" }),
      on("POST", "/projects/context/:id/archive", { id: context! }),
    ],
  };
}

const RECORD = {
  type: "preference",
  scope: "global",
  content: "British English in the documentation",
  source: { kind: "user", id: "me" },
};
const SECRET = { name: "openai/main", kind: "api-key", provider: "openai", value: "a-key-of-nobody" };
const DOCUMENT = { title: "Guide", documentType: "guide", content: "# Guide\n\nSay `colour`.\n" };

async function talk({ h, repository }: World): Promise<Record<string, string>> {
  const { id } = await h.operator("POST /coordinator/conversations", { body: { title: "about the notes" } });
  const params = { id };
  await h.operator("POST /coordinator/conversations/:id/messages", {
    params,
    body: { content: 'create docs/TALK.md with "x"', repoPath: repository.root },
  });
  const files = [{ name: "a.txt", mediaType: "text/plain", contentBase64: btoa("hello") }];
  const [file] = await h.operator("POST /coordinator/conversations/:id/attachments", {
    params,
    body: { files },
  });
  const [notification] = (await h.operator("GET /notifications")).items;
  return { conversation: id, artifact: file!.path, notification: notification!.id };
}

async function remember({ h }: World): Promise<Record<string, string>> {
  return { record: (await h.operator("POST /memory", { body: RECORD })).id };
}

async function keepSecret({ h }: World): Promise<Record<string, string>> {
  return { secret: (await h.operator("POST /secrets", { body: SECRET })).id };
}

/** What a reviewer wrote becomes a candidate. */
async function propose({ h }: World): Promise<Record<string, string>> {
  const { extracted } = await h.operator("POST /memory/maintenance", { body: {} });
  const review = await h.operator("POST /memory/review", { body: {} });
  const [promoted, rejected] = extracted;
  return { promoted: promoted!.id, rejected: rejected!.id, review: review.id };
}

async function document({ h, repository }: World): Promise<Record<string, string>> {
  const body = { ...DOCUMENT, projectPath: repository.root };
  return { context: (await h.operator("POST /projects/context", { body })).id };
}
