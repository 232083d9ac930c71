import { useSignal } from "@preact/signals";
import { Badge, type Tone } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { ListView } from "../kit/lists/list_view.tsx";
import { createListing } from "../kit/lists/listing.ts";
import { type Frame, useFrame, useLive, usePageStore } from "../shell/mod.ts";
import { ImportSkillDialog } from "./import_skill_dialog.tsx";
import { CHANGES_PATH, type Skill } from "./types.ts";
import { ShownLines, ShownText } from "../kit/text/shown_text.tsx";

const createSkillsStore = ({ call }: Frame) => createListing((_: null, _limit) => call("GET /skills"));

const TONES: Readonly<Record<Skill["trust"], Tone>> = {
  trusted: "good",
  scanned: "info",
  unknown: "neutral",
  quarantined: "bad",
};

/** The versions of skills, with their findings. */
export function SkillsTab() {
  const list = usePageStore(createSkillsStore);
  const importing = useSignal<{ directory?: string } | null>(null);
  useLive(({ type }) => type.startsWith("skill."), () => void list.show(null));
  return (
    <>
      <div class="row">
        <Button onPress={() => importing.value = {}}>Import a skill …</Button>
      </div>
      <ListView
        items={list.items.value}
        problem={list.problem.value}
        lines={4}
        empty={<p class="hint">No skills yet. A skill is a directory that holds a SKILL.md.</p>}
      >
        {(skills) => (
          <ul class="plain-list" aria-label="Skills">
            {skills.map((skill) => (
              <SkillItem
                key={skill.id}
                skill={skill}
                onAdmit={(directory) => importing.value = { directory }}
              />
            ))}
          </ul>
        )}
      </ListView>
      {importing.value && <ImportSkillDialog {...importing.value} onClose={() => importing.value = null} />}
    </>
  );
}

function SkillItem({ skill, onAdmit }: { skill: Skill; onAdmit: (directory: string) => void }) {
  const { name, version, state, trust, description, contentSha256, files, findings, permissions } = skill;
  return (
    <li class="panel">
      <div class="panel-body stack">
        <span class="row">
          <ShownText as="strong" class="wrap-anywhere" text={name} />
          <Badge tone={TONES[trust]}>{state}</Badge>
          <span class="hint small">
            {version !== null && `version ${version}, `}
            {files.length} files, {contentSha256.slice(0, 12)}
          </span>
        </span>
        <ShownLines as="span" class="wrap-anywhere" text={description} />
        {permissions.scripts.length > 0 && (
          <span class="small wrap-anywhere">Scripts: {permissions.scripts.join(", ")}</span>
        )}
        {findings.length > 0 && (
          <ul class="small" aria-label={`Findings in ${name}`}>
            {findings.map(({ id, severity, path, line, why, excerpt }) => (
              <li key={id} class="wrap-anywhere">
                {severity}: {why} <ShownText text={path} />:{line} <ShownLines as="code" text={excerpt} />
              </li>
            ))}
          </ul>
        )}
        {state === "unknown" && skill.source.path !== undefined && (
          <span class="row small">
            <span class="wrap-anywhere">
              Found in a repository and not used: <code>{skill.source.path}</code>
            </span>
            <Button small label={`Check and import ${name}`} onPress={() => onAdmit(skill.source.path!)}>
              Check and import …
            </Button>
          </span>
        )}
        {state === "quarantined" && (
          <span class="small">
            Waiting for your decision: <a href={CHANGES_PATH}>review its release</a>.
          </span>
        )}
        {(state === "stale" || state === "rejected") && <AskAgain skill={skill} />}
      </div>
    </li>
  );
}

/** A version that is not used may be released: a person decides about it again, with its findings. */
function AskAgain({ skill: { id, name, version, state } }: { skill: Skill }) {
  const { call, navigate, toasts } = useFrame();
  const ask = async () => {
    const body = { kind: "skill_release" as const, targetId: id, proposed: {} };
    const asked = await toasts.attempt(() => call("POST /agent-profile-changes", { body }));
    if (asked) navigate(CHANGES_PATH);
  };
  return (
    <span class="row small">
      <span>{state === "stale" ? "Another version is used instead." : "It was rejected."}</span>
      <Button small label={`Review the release of ${name}, version ${version}`} onPress={ask}>
        Review its release …
      </Button>
    </span>
  );
}
