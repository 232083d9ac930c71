import type { Script } from "../models/server/model_server.ts";
import { ModelWorld, planning } from "../models/workers/scenario.ts";

/** Fails for each of three words that a file lacks, and names them as TAP does. */
export const CHECK = {
  command:
    'rc=0; for w in one two three; do grep -q "$w" a.txt || { echo "not ok 1 - $w"; rc=1; }; done; exit $rc',
};

/** A tool of the model that replaces a text. */
export const edit = (find: string, replace: string) => ({
  name: "edit_file",
  input: { path: "a.txt", find, replace },
});

/** Answers what a task is first told by the first script, what it is told next, such as a verifier's output, by the second. */
export function inOrder(...scripts: Script[]): Script {
  const begun: string[] = [];
  return (question) => {
    const told = question.said[0]!;
    if (!begun.includes(told)) begun.push(told);
    return scripts[begun.indexOf(told)]!(question);
  };
}

/** A service whose model does these, one after the other, but nothing before the verifier ran on the base. */
export async function fixWorld(...scripts: Script[]): Promise<ModelWorld> {
  const checked = Promise.withResolvers<void>();
  const answer = inOrder(...scripts);
  const world = await ModelWorld.open(planning(async (question) => {
    await checked.promise;
    return answer(question);
  }));
  world.h.store.subscribe((events) => {
    if (events.some(({ type }) => type === "run.base_checked")) checked.resolve();
  });
  return world;
}
