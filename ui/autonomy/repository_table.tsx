import { useSignal } from "@preact/signals";
import { Button } from "../kit/button.tsx";
import { Select } from "../kit/forms/select.tsx";
import { Table } from "../kit/lists/table.tsx";
import { useFrame } from "../shell/mod.ts";
import { FollowRepository, useFollows } from "../notifications/follow_repository.tsx";
import { DefaultsDialog } from "./defaults_dialog.tsx";
import { FileBadge } from "./defaults_file.tsx";
import type { Dial, ListedRepository, Repositories } from "./types.ts";

/** The repositories, with their editable settings. */
export function RepositoryTable({ list }: { list: Repositories }) {
  const follows = useFollows();
  const { call, toasts } = useFrame();
  const busy = useSignal<string | null>(null);
  const set = async ({ id, root }: ListedRepository, dial: Dial | null) => {
    busy.value = id;
    await toasts.attempt(() => call("POST /repositories/dial", { body: { repoPath: root, dial } }));
    busy.value = null;
  };
  const open = useSignal<string | null>(null);
  const meaning = new Map(list.dials.map((each) => [each.id, each.meaning]));
  return (
    <>
      {open.value && <DefaultsDialog root={open.value} onClose={() => open.value = null} />}
      <Table
        label="Repositories"
        class="panel"
        items={list.items}
        columns={[
          {
            head: "Repository",
            names: true,
            cell: ({ root, number }) => (
              <>
                {number !== null && <span class="hint">{`#${number} `}</span>}
                <span class="path">{root}</span>
              </>
            ),
          },
          {
            head: "Dial",
            cell: (each) => (
              <div>
                <Select
                  aria-label={`Dial of ${each.root}`}
                  disabled={busy.value === each.id}
                  value={each.isDefault ? "" : each.dial}
                  options={[
                    { value: "", label: each.isDefault ? `default (${each.dial})` : "default" },
                    ...list.dials.map(({ id }) => ({ value: id, label: id })),
                  ]}
                  onPick={(dial) => void set(each, dial || null)}
                />
                <p class="hint">{meaning.get(each.dial)}</p>
              </div>
            ),
          },
          {
            head: "Inbox",
            cell: ({ root }) => <FollowRepository root={root} follows={follows} />,
          },
          {
            head: "Defaults",
            cell: ({ root, defaultsFile }) => (
              <div class="row">
                <Button small label={`Defaults of ${root}`} onPress={() => open.value = root}>
                  Defaults …
                </Button>
                <FileBadge state={defaultsFile} />
              </div>
            ),
          },
          { head: "Admitted", number: true, cell: ({ admissions }) => admissions },
        ]}
      />
    </>
  );
}
