import type { Place } from "./place.ts";

/** What the pages are looked at with: runs in each state, and a conversation. */
export type World = {
  waiting: string;
  completed: string;
  failed: string;
  paused: string;
  provider: string;
  approval: string;
  conversation: string;
};

/** Fills a service with work of every kind, by its own API. */
export async function fill(place: Place): Promise<World> {
  const completed = await place.run({
    request:
      'create docs/guide.md with "# Guide\\n\\nHow to greet.\\n"\nappend "\\nMore.\\n" to docs/intro.md',
    verifier: { command: "test -f docs/guide.md" },
  });
  await place.approve(completed);
  const [failed, provider, paused, cancelled] = await Promise.all([
    place.run({ request: 'create broken.txt with "x"', verifier: { command: "echo it is wrong; exit 3" } }),
    place.run({ request: "make the greeting friendlier", worker: { provider: "nowhere" } }),
    place.run({ request: 'create later.md with "later"' }),
    place.run({ request: 'create never.md with "never"' }),
  ]);
  await place.call("POST /runs/:id/pause", { params: { id: paused } });
  await place.call("POST /runs/:id/cancel", { params: { id: cancelled }, body: { reason: "not needed" } });
  const waiting = await place.run({
    request: [
      'replace "Hello" with "Hello, world" in greet.sh',
      'create docs/USAGE.md with "# Usage\\n"',
      'append "Run sh greet.sh.\\n" to docs/USAGE.md',
      'create CHANGELOG.md with "# Changes\\n"',
      'run printf "it greets:\\n" && sh greet.sh',
      'append "\\nSee USAGE.\\n" to docs/intro.md',
    ].join("\n"),
    verifier: { command: "sh greet.sh | grep world" },
  });
  const { waitingFor } = await place.call("GET /runs/:id", { params: { id: waiting } });
  const { id: conversation } = await place.call("POST /coordinator/conversations", {
    body: { title: "The greeting", activeRunId: waiting },
  });
  for (const content of ["help", "status"]) {
    await place.call("POST /coordinator/conversations/:id/messages", {
      params: { id: conversation },
      body: { content },
    });
  }
  return { waiting, completed, failed, paused, provider, approval: waitingFor!.id, conversation };
}
