import { Button } from "../kit/button.tsx";
import { Panel } from "../kit/panel.tsx";
import { ShownLines } from "../kit/text/shown_text.tsx";
import { Table } from "../kit/lists/table.tsx";
import { Time } from "../kit/text/time.tsx";
import { useFrame } from "../shell/mod.ts";
import type { Admission } from "./types.ts";

const SCOPE: Record<Admission["scope"], string> = {
  run: "one run",
  repository: "the repository",
  pattern: "commands like it",
};

/** The admissions, which are not asked again and can be revoked. */
export function AdmissionTable({ items }: { items: readonly Admission[] }) {
  const { call, toasts } = useFrame();
  const revoke = ({ id, what }: Admission) =>
    toasts.attempt(
      () => call("POST /repositories/admissions/:id/revoke", { params: { id } }),
      () => `Revoked: ${what}`,
    );
  return (
    <Panel title="Admitted" count={items.length} flush>
      {items.length === 0
        ? (
          <p class="panel-body hint">
            Nothing yet. Answers that apply to more than one question are listed here.
          </p>
        )
        : (
          <Table
            label="Allowed"
            items={items}
            columns={[
              {
                head: "What",
                names: true,
                cell: ({ kind, what }) => (
                  <>
                    {kind === "objects" && "Objects of another repository: "}
                    <ShownLines as="code" text={what} />
                  </>
                ),
              },
              { head: "For", cell: ({ scope, root }) => `${SCOPE[scope]}, in ${root.split("/").at(-1)}` },
              { head: "Network", cell: ({ network }) => network ? "yes" : "no" },
              { head: "When", cell: ({ admittedAt }) => <Time at={admittedAt} /> },
              {
                head: <span class="visually-hidden">Revoke</span>,
                cell: (each) => (
                  <Button small label={`Revoke ${each.what}`} onPress={() => revoke(each)}>
                    Revoke
                  </Button>
                ),
              },
            ]}
          />
        )}
    </Panel>
  );
}
