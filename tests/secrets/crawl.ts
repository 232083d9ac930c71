import { type Declared, ENDPOINTS, pathWith } from "../routes/endpoints.ts";
import { AGENT, type Harness, OPERATOR } from "../harness.ts";
import { SseReader } from "../system/sse.ts";

/** What an endpoint answered: status, headers and body, as they would be seen. */
export type Answer = { key: string; path: string; token: string | null; status: number; text: string };

const ID = /\b[a-z]+_[0-9a-z]{26}\b/g;

const GETS: readonly Declared[] = ENDPOINTS.filter(({ method }) => method === "GET");

/**
 * Asks every declared GET endpoint, with every id that an answer before it named, as each caller. What streams is read up to
 * the newest event; artifacts are asked for by each path that a list names.
 */
export async function crawl(h: Harness): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ids = new Set<string>(["task_1"]);
  const ask = async (key: string, path: string) => {
    for (const token of [OPERATOR, AGENT, null]) {
      const answer = { key, path, token, ...await read(h, path, token) };
      for (const [id] of answer.text.matchAll(ID)) ids.add(id);
      answers.push(answer);
    }
  };
  const asked = new Set<string>();
  for (let before = -1; ids.size !== before;) {
    before = ids.size;
    for (const { key, path } of GETS) {
      for (const id of path.includes(":") ? [...ids] : [""]) {
        const filled = pathWith(path, id);
        if (asked.has(filled)) continue;
        asked.add(filled);
        await ask(key, filled);
      }
    }
  }
  for (
    const { key, path } of answers.filter(({ key, status }) =>
      key === "GET /runs/:id/artifacts" && status === 200
    )
  ) {
    for (
      const artifact of JSON.parse(
        answers.find((one) => one.key === key && one.path === path)!.text.split("\n\n")[1]!,
      )
    ) {
      const named = `?path=${encodeURIComponent(artifact)}`;
      await ask("GET /runs/:id/artifact", `${path.replace(/s$/, "")}${named}`);
      await ask("GET /runs/:id/artifact-file", `${path.replace(/s$/, "-file")}${named}`);
    }
  }
  for (const { key, path, text, status } of [...answers]) {
    if (key !== "GET /approvals/:id" || status !== 200) continue;
    const { approval, target } = JSON.parse(text.split("\n\n")[1]!);
    if (target) {
      const query = `?repoPath=${encodeURIComponent(target.root)}`;
      await ask("GET /approvals/forecast", `/approvals/forecast${query}`);
      await ask("GET /approvals/changed-files", `/approvals/changed-files${query}`);
    }
    for (const { id } of approval.evidence) {
      await ask("GET /approvals/:id/evidence", `${path}/evidence?evidenceId=${encodeURIComponent(id)}`);
    }
  }
  return answers;
}

async function read(
  h: Harness,
  path: string,
  token: string | null,
): Promise<Pick<Answer, "status" | "text">> {
  const stream = path === "/events";
  const response = await h.send(stream ? "/events?cursor=0" : path, {}, token);
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  if (!stream || response.status !== 200) {
    return { status: response.status, text: `${head}\n\n${await response.text()}` };
  }
  await using frames = new SseReader(response);
  const events = await frames.events(h.store.head);
  return { status: 200, text: `${head}\n\n${events.map(({ data }) => data).join("\n")}` };
}
