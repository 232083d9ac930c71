import { counted } from "../../client/words.ts";
import { TRUST_WORDS } from "../../store/shared/trust_words.ts";
import { Badge, type Tone } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import type { Column } from "../kit/lists/table.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";
import { Time } from "../kit/text/time.tsx";
import { sessionHref, type ShownMachine } from "./types.ts";

const TONES: Readonly<Record<ShownMachine["status"], Tone>> = {
  invited: "neutral",
  active: "good",
  draining: "warning",
  revoked: "bad",
};

/** What can be done with a machine. */
type Actions = Record<"trust" | "drain" | "revoke" | "showLog", (machine: ShownMachine) => unknown>;

/** Returns the columns of the list of machines. */
export const columns = ({ trust, drain, revoke, showLog }: Actions): readonly Column<ShownMachine>[] => [
  { head: "Name", names: true, cell: ({ name }) => name },
  {
    head: "State",
    cell: ({ status, statusDetail }) => (
      <div>
        <Badge tone={TONES[status]} dot>{status}</Badge>
        {statusDetail && <ShownText as="div" class="hint small" text={statusDetail} />}
      </div>
    ),
  },
  {
    head: "Does now",
    cell: ({ doing, delivered }) => (
      <div>
        {doing.map(({ assignmentId, runId, taskSessionId, since }) => (
          <div key={assignmentId}>
            {taskSessionId === null
              ? (
                <>
                  verifies a <a href={`/dashboard/runs/${runId}`}>run</a>
                </>
              )
              : (
                <>
                  does a <a href={sessionHref({ runId, taskSessionId })}>task</a>
                </>
              )}, since <Time at={since} />
          </div>
        ))}
        <div class="hint small">{counted(delivered, "piece")} of work delivered</div>
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
  {
    head: "Trust",
    cell: ({ trust, group, workers = [], programs = [] }) => (
      <div>
        {trust.length > 0 ? `with ${trust.map((each) => TRUST_WORDS[each]).join(", ")}` : "none"}
        {trust.includes("tasks") && workers.length > 0 && (
          <div class="hint small">its own programs: {workers.join(", ")}</div>
        )}
        {trust.includes("tasks") && programs.length > 0 && (
          <div class="hint small">with models of this service: {programs.join(", ")}</div>
        )}
        <div class="hint small">{group === null ? "in no group" : `group ${group}`}</div>
      </div>
    ),
  },
  {
    head: "Labels",
    cell: ({ labels, refusedLabels }) => (
      <div>
        {labels.join(", ")}
        {refusedLabels.length > 0 && <div class="hint small">not allowed: {refusedLabels.join(", ")}</div>}
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
            label={`Trust of ${machine.name}`}
            onPress={() => trust(machine)}
          >
            Trust …
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
