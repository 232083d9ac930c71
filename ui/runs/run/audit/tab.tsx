import { Link } from "../../../kit/link.tsx";
import type { ComponentChildren } from "preact";
import { Banner } from "../../../kit/banner.tsx";
import { Button } from "../../../kit/button.tsx";
import { Copy } from "../../../kit/text/code.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { ResourceView } from "../../../kit/resource_view.tsx";
import { Clock, Time } from "../../../kit/text/time.tsx";
import { VirtualList } from "../../../kit/lists/virtual_list.tsx";
import { seenPathsWords, shownWords } from "../../../../client/seen.ts";
import { ShownLines, ShownText } from "../../../kit/text/shown_text.tsx";
import { counted, ellipsis } from "../../../../client/words.ts";
import { useFrame } from "../../../shell/mod.ts";
import type { AuditView } from "../../types.ts";
import { saveJson } from "../../../shell/download.ts";
import type { RunStore } from "../state/store.ts";

/** The history of a run in sentences, with its proofs. */
export function AuditTab({ store }: { store: RunStore }) {
  return (
    <ResourceView resource={store.audit} lines={6}>
      {(view) => <Audit view={view} id={store.id} />}
    </ResourceView>
  );
}

function Audit({ view, id }: { view: AuditView; id: string }) {
  const { call, toasts } = useFrame();
  const exportAll = () =>
    toasts.attempt(async () =>
      saveJson(await call("GET /runs/:id/audit", { params: { id } }), `${id}-audit.json`)
    );
  return (
    <>
      {view.integrityWarnings.length === 0
        ? (
          <Banner tone="good">
            The hashes of this run's entries and artifacts are valid: nothing was changed afterwards.
          </Banner>
        )
        : <Warnings view={view} />}
      <div class="run-overview">
        <section class="panel" aria-labelledby="narrative">
          <div class="panel-head">
            <h2 id="narrative">Narrative</h2>
            <span class="hint small">{counted(view.narrative.length, "entry", "entries")}</span>
            <span class="grow" />
            <Button small onPress={() => exportAll()}>
              <Icon name="download" /> Export with hashes
            </Button>
          </div>
          <Narrative view={view} />
        </section>
        <div class="stack">
          <Decisions view={view} />
          <Part id="risks" title="Risk events" count={view.riskEvents.length}>
            {view.riskEvents.map(({ id, at, text }) => (
              <li key={id} class="line">
                <ShownLines as="span" class="wrap-anywhere" text={text} />
                <Time at={at} />
              </li>
            ))}
          </Part>
          <Part id="hashes" title="Artifact hashes" count={view.artifactHashes.length}>
            {view.artifactHashes.map(({ id, path, sha256 }) => (
              <li key={id} class="line">
                <ShownText as="span" class="wrap-anywhere" text={path} />
                <Copy text={sha256} shown={ellipsis(sha256, 13)} what="the hash" />
              </li>
            ))}
          </Part>
        </div>
      </div>
    </>
  );
}

function Warnings({ view }: { view: AuditView }) {
  return (
    <Banner tone="bad">
      <strong>{counted(view.integrityWarnings.length, "integrity warning")}.</strong>
      <ul>
        {view.integrityWarnings.map(({ id, detail }) => <ShownLines key={id} as="li" text={detail} />)}
      </ul>
    </Banner>
  );
}

function Narrative({ view: { narrative } }: { view: AuditView }) {
  return (
    <VirtualList
      count={narrative.length}
      keyOf={(i) => narrative[i]!.id}
      estimate={38}
      label="Narrative"
      height={`${Math.min(640, narrative.length * 40 + 10)}px`}
    >
      {(i) => {
        const { at, actor, text } = narrative[i]!;
        return (
          <div class="narrative-line">
            <span class="hint small mono">
              <Clock at={at} />
            </span>
            <ShownLines as="span" class="wrap-anywhere" text={text} />
            <span class="hint small">{actor}</span>
          </div>
        );
      }}
    </VirtualList>
  );
}

function Decisions({ view }: { view: AuditView }) {
  return (
    <Part id="decisions" title="Decisions" count={view.approvalEvidence.length}>
      {view.approvalEvidence.map((one) => (
        <li key={one.id} class="line">
          <Link class="line-title" to={one.id}>
            {one.policyClass}: {one.decision ?? one.status}
          </Link>
          <span class="hint small">{one.decidedAt ? <Time at={one.decidedAt} /> : "not decided"}</span>
          <span class="hint small line-detail">
            {one.actorType ? `by a ${one.actorType}, ` : ""}bound to{" "}
            {counted(one.evidence.length, "piece", "pieces")} of evidence:{" "}
            <Copy text={one.evidenceDigest} shown={ellipsis(one.evidenceDigest, 13)} what="the digest" />
            {one.shown && one.actorType === "human" && (
              <>
                {" "}
                {shownWords(one.shown)} <ShownText text={seenPathsWords(one.shown) ?? ""} />
              </>
            )}
          </span>
        </li>
      ))}
    </Part>
  );
}

function Part(
  { id, title, count, children }: { id: string; title: string; count: number; children: ComponentChildren },
) {
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        <span class="count">{count}</span>
      </div>
      {count === 0 ? <p class="panel-body hint">None.</p> : <ul class="line-list">{children}</ul>}
    </section>
  );
}
