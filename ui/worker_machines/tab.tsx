import { useSignal } from "@preact/signals";
import { PLACE_WORDS } from "../../client/place_words.ts";
import { Button } from "../kit/button.tsx";
import { Confirm } from "../kit/confirm.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { Table } from "../kit/lists/table.tsx";
import { ResourceView } from "../kit/resource_view.tsx";
import { useFrame, useResource } from "../shell/mod.ts";
import { columns } from "./columns.tsx";
import { InviteDialog } from "./invite_dialog.tsx";
import { LogDialog } from "./log_dialog.tsx";
import { PlacementDialog } from "./placement_dialog.tsx";
import { StandingDialog } from "./standing.tsx";
import type { ShownMachine, ShownPlacement } from "./types.ts";

const OF_MACHINES = /^(?:worker_machine|assignment|placement_settings)\//;

/** The worker machines: who is there, what they do, and what a person can do about it. */
export function WorkerMachinesTab() {
  const { call, toasts } = useFrame();
  const isInviting = useSignal(false);
  const revoking = useSignal<ShownMachine | null>(null);
  const logOf = useSignal<ShownMachine | null>(null);
  const trusting = useSignal<ShownMachine | null>(null);
  const placing = useSignal<ShownPlacement | null>(null);
  const machines = useResource(
    ({ call }) => call("GET /workers"),
    ({ subject }) => OF_MACHINES.test(subject),
  );
  const drain = ({ id, name, status }: ShownMachine) => {
    const params = { id };
    return toasts.attempt(
      () =>
        status === "draining"
          ? call("POST /workers/:id/resume", { params })
          : call("POST /workers/:id/drain", { params }),
      () => status === "draining" ? `${name} takes work again` : `${name} takes nothing new`,
    );
  };
  const revoke = async ({ id, name }: ShownMachine) => {
    revoking.value = null;
    await toasts.attempt(
      () => call("POST /workers/:id/revoke", { params: { id }, body: {} }),
      () => `${name} is revoked`,
    );
  };
  const closed = (dialog: { value: unknown }) => () => {
    dialog.value = null;
    void machines.refresh();
  };
  return (
    <>
      <p class="hint">
        Other machines that verify results and do tasks for this service. They connect to it, and see what you
        allow.
      </p>
      <ResourceView resource={machines} lines={4}>
        {({ items, listensOn, placement }) => (
          <>
            <div class="row">
              {listensOn === null
                ? (
                  <p class="hint">
                    None can connect: set <code>AGENT_HARNESS_WORKER_LISTEN</code>{" "}
                    and start the service again.
                  </p>
                )
                : (
                  <>
                    <Button kind="primary" onPress={() => isInviting.value = true}>Invite a machine</Button>
                    <span class="hint">
                      They connect to <code>{listensOn}</code>
                    </span>
                  </>
                )}
            </div>
            <p class="row">
              <span>
                Results are verified {PLACE_WORDS[placement.verifyOn]}. This machine has the labels{" "}
                {placement.labelsHere.join(", ")}.
              </span>
              <Button small onPress={() => placing.value = placement}>Change …</Button>
            </p>
            {items.length === 0
              ? (
                <EmptyState title="No worker machines">
                  <p>Tasks and verifiers run on this machine.</p>
                </EmptyState>
              )
              : (
                <Table
                  label="Worker machines"
                  columns={columns({
                    trust: (machine) => trusting.value = machine,
                    drain,
                    revoke: (machine) => revoking.value = machine,
                    showLog: (machine) => logOf.value = machine,
                  })}
                  items={items}
                />
              )}
          </>
        )}
      </ResourceView>
      {isInviting.value && (
        <InviteDialog
          onClose={() => {
            isInviting.value = false;
            void machines.refresh();
          }}
        />
      )}
      {logOf.value && <LogDialog machine={logOf.value} onClose={() => logOf.value = null} />}
      {trusting.value && <StandingDialog machine={trusting.value} onClose={closed(trusting)} />}
      {placing.value && <PlacementDialog placement={placing.value} onClose={closed(placing)} />}
      {revoking.value && (
        <Confirm
          title={`Revoke ${revoking.value.name}?`}
          action="Revoke"
          danger
          onConfirm={() => revoke(revoking.value!)}
          onClose={() => revoking.value = null}
        >
          <p>
            Its access ends at once, and what it does now is done elsewhere. To use it again, invite it anew.
          </p>
        </Confirm>
      )}
    </>
  );
}
