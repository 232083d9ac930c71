import { useSignal } from "@preact/signals";
import { counted } from "../../client/words.ts";
import { Badge, type Tone } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Confirm } from "../kit/confirm.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { type Column, Table } from "../kit/lists/table.tsx";
import { ResourceView } from "../kit/resource_view.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";
import { Time } from "../kit/text/time.tsx";
import { useFrame, useResource } from "../shell/mod.ts";
import { InviteDialog } from "./invite_dialog.tsx";
import { LogDialog } from "./log_dialog.tsx";
import type { ShownMachine } from "./types.ts";

const TONES: Readonly<Record<ShownMachine["status"], Tone>> = {
  invited: "neutral",
  active: "good",
  draining: "warning",
  revoked: "bad",
};

const OF_MACHINES = /^(?:worker_machine|assignment)\//;

type Actions = Record<"drain" | "revoke" | "showLog", (machine: ShownMachine) => void>;

const columns = ({ drain, revoke, showLog }: Actions): readonly Column<ShownMachine>[] => [
  { head: "Name", names: true, cell: ({ name }) => name },
  {
    head: "State",
    cell: ({ status, statusDetail }) => (
      <div>
        <Badge tone={TONES[status]} dot>{status}</Badge>
        {statusDetail && (
          <div class="hint small">
            <ShownText text={statusDetail} />
          </div>
        )}
      </div>
    ),
  },
  {
    head: "Does now",
    cell: ({ doing, delivered }) => (
      <div>
        {doing.map(({ assignmentId, runId, since }) => (
          <div key={assignmentId}>
            verifies a <a href={`/dashboard/runs/${runId}`}>run</a>, since <Time at={since} />
          </div>
        ))}
        <div class="hint small">{counted(delivered, "verification")} delivered</div>
      </div>
    ),
  },
  {
    head: "Confined",
    cell: ({ sandbox, version }) => (
      <div>
        {sandbox ? <ShownText text={sandbox.detail} /> : "not connected yet"}
        {version && <div class="hint small">version {version}</div>}
      </div>
    ),
  },
  { head: "May see", class: "wrap-anywhere", cell: ({ repos }) => repos.join(", ") || "every directory" },
  {
    head: "Last seen",
    cell: ({ lastSeenAt }) => lastSeenAt ? <Time at={lastSeenAt} /> : "not since the start",
  },
  {
    head: <span class="visually-hidden">Actions</span>,
    cell: (machine) => (
      <div class="row">
        <Button small label={`Log of ${machine.name}`} onPress={() => showLog(machine)}>Log</Button>
        {(machine.status === "active" || machine.status === "draining") && (
          <Button
            small
            label={`${drainWord(machine)} ${machine.name}`}
            onPress={() => drain(machine)}
          >
            {drainWord(machine)}
          </Button>
        )}
        {machine.status !== "revoked" && (
          <Button
            small
            label={`Revoke ${machine.name}`}
            onPress={() => revoke(machine)}
          >
            Revoke …
          </Button>
        )}
      </div>
    ),
  },
];

const drainWord = ({ status }: ShownMachine): string => status === "draining" ? "Resume" : "Drain";

/** The worker machines: who is there, what they do, and what a person can do about it. */
export function WorkerMachinesTab() {
  const { call, toasts } = useFrame();
  const isInviting = useSignal(false);
  const revoking = useSignal<ShownMachine | null>(null);
  const logOf = useSignal<ShownMachine | null>(null);
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
      () => status === "draining" ? `${name} takes verifications again` : `${name} takes nothing new`,
    );
  };
  const revoke = async ({ id, name }: ShownMachine) => {
    revoking.value = null;
    await toasts.attempt(
      () => call("POST /workers/:id/revoke", { params: { id }, body: {} }),
      () => `${name} is revoked`,
    );
  };
  return (
    <>
      <p class="hint">
        Other machines that run verifiers for this service. They connect to it, and see what you allow.
      </p>
      <ResourceView resource={machines} lines={4}>
        {({ items, listensOn }) => (
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
            {items.length === 0
              ? (
                <EmptyState title="No worker machines">
                  <p>Verifiers run on this machine.</p>
                </EmptyState>
              )
              : (
                <Table
                  stacks
                  label="Worker machines"
                  columns={columns({
                    drain: (machine) => void drain(machine),
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
      {revoking.value && (
        <Confirm
          title={`Revoke ${revoking.value.name}?`}
          action="Revoke"
          danger
          onConfirm={() => void revoke(revoking.value!)}
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
