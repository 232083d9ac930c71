import type { DefaultName } from "../../../store/repositories/defaults.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { repositoryId } from "../../machine/repositories/mod.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import { dialOf, setDialOf } from "./dial.ts";
import { fileStateOf } from "./file_state.ts";
import { admittedFile, defaultOf, statedFor } from "./defaults/in_force.ts";
import type { RepositoryDefaults } from "./defaults/schemas.ts";

type Item = RepositoryDefaults["items"][number];

const NAMES: readonly DefaultName[] = ["verifier", "setup", "worker", "needs", "place"];

/** Shows the defaults of a repository with where each comes from, and the state of its `.agent-harness.json`. */
export async function showDefaults(
  ctx: Ctx<SandboxLive>,
  { repoPath }: { repoPath: string },
): Promise<RepositoryDefaults> {
  const root = resolveRepoPath(ctx, repoPath);
  const dial = await dialOf(ctx, root);
  const stated = admittedFile(ctx, root);
  const restrictions = [...statedFor(ctx, root)];
  const profile = restrictions.find((each) => each.profile !== undefined)?.profile ?? null;
  return {
    id: repositoryId(root),
    root,
    items: [
      ...NAMES.map((name): Item => {
        // What restricts holds until it is revoked.
        const source = name === "needs" || name === "place"
          ? restrictions.find((each) => each[name] !== undefined) ?? null
          : stated;
        const held = defaultOf(ctx, root, name, source);
        const { value = null, origin = "none", runId = null } = held ?? {};
        return { id: name, value, origin, ...runOf(ctx, runId) };
      }),
      {
        id: "dial",
        value: dial,
        origin: setDialOf(ctx, root) !== null
          ? "set"
          : restrictions.some((each) => each.dial === dial)
          ? "file"
          : "none",
        ...runOf(ctx, null),
      },
      {
        id: "profile",
        value: profile,
        origin: profile === null ? "none" : "file",
        ...runOf(ctx, null),
      },
    ],
    file: await fileStateOf(ctx, root),
  };
}

/** The run that something was learnt from; a run that was deleted keeps its number. */
const runOf = ({ store }: Ctx, runId: string | null): Pick<Item, "runId" | "runNumber"> => ({
  runId,
  runNumber: runId === null ? null : store.documents.numberOf(runStream, runId),
});
