import { EmptyState } from "../kit/empty_state.tsx";
import { Panel } from "../kit/panel.tsx";
import { Skeleton } from "../kit/skeleton.tsx";
import { Banner } from "../kit/banner.tsx";
import { PageHead, useResource } from "../shell/mod.ts";
import { AdmissionTable } from "./admission_table.tsx";
import { RepositoryTable } from "./repository_table.tsx";
import type { Repositories } from "./types.ts";

const changesPage = ({ type }: { type: string }): boolean =>
  /^(?:autonomy|grant|command|repository|defaults)\./.test(type);

/** The repositories: what workers ask about in each, the admitted commands, and the protected paths. */
export default function RepositoriesPage() {
  const repositories = useResource(({ call }) => call("GET /repositories"), changesPage);
  const admissions = useResource(({ call }) => call("GET /repositories/admissions"), changesPage);
  const list = repositories.value.value;
  const problem = repositories.problem.value ?? admissions.problem.value;
  return (
    <>
      <PageHead title="Repositories">
        <p class="hint">
          How much agents may do in each repository without asking you, and how runs there are done by
          default. You still review every patch.
        </p>
      </PageHead>
      {problem && <Banner tone="bad">{problem}</Banner>}
      {list === null ? <Skeleton lines={5} label="Loading the repositories" /> : (
        <div class="repositories">
          {list.items.length === 0
            ? (
              <EmptyState title="No repositories yet">
                <p>A repository appears here after its first run.</p>
              </EmptyState>
            )
            : <RepositoryTable list={list} />}
          <AdmissionTable items={admissions.value.value ?? []} />
          <ProtectedPaths groups={list.protectedPaths} />
        </div>
      )}
    </>
  );
}

function ProtectedPaths({ groups }: { groups: Repositories["protectedPaths"] }) {
  return (
    <Panel title="Protected paths">
      <p class="hint">
        Agents always ask before they change these paths, anywhere in a repository and in any letter case.
      </p>
      <dl class="facts">
        {groups.map(({ id, label, why, names }) => (
          <div class="fact" key={id}>
            <dt>{label}</dt>
            <dd>
              <p>{why}</p>
              <p class="protected-names">{names.map((name) => <code key={name}>{name}</code>)}</p>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
