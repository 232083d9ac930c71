import { Badge, type Tone } from "../kit/badge.tsx";
import { ListView } from "../kit/list_view.tsx";
import { createListing } from "../kit/listing.ts";
import { type Frame, useLive, usePageStore } from "../shell/mod.ts";
import type { Skill } from "./types.ts";

const createSkillsStore = ({ call }: Frame) => createListing((_: null, _limit) => call("GET /skills"));

const TONES: Readonly<Record<Skill["trust"], Tone>> = {
  trusted: "good",
  scanned: "info",
  unknown: "neutral",
  quarantined: "bad",
};

/** The versions of skills, with what was found in them. */
export function SkillsTab() {
  const list = usePageStore(createSkillsStore);
  useLive(({ type }) => type.startsWith("skill."), () => void list.show(null));
  return (
    <ListView
      items={list.items.value}
      problem={list.problem.value}
      lines={4}
      empty={
        <p class="hint">
          No skills yet. To import a directory that contains a SKILL.md, run: agent-harness skills import
        </p>
      }
    >
      {(skills) => (
        <ul class="plain-list" aria-label="Skills">
          {skills.map((skill) => <SkillItem key={skill.id} skill={skill} />)}
        </ul>
      )}
    </ListView>
  );
}

function SkillItem({ skill }: { skill: Skill }) {
  const { name, version, state, trust, description, contentSha256, files, findings, permissions } = skill;
  return (
    <li class="panel">
      <div class="panel-body stack">
        <span class="row">
          <strong class="wrap-anywhere">{name}</strong>
          <Badge tone={TONES[trust]}>{state}</Badge>
          <span class="hint small">
            {version !== null && `version ${version}, `}
            {files.length} files, {contentSha256.slice(0, 12)}
          </span>
        </span>
        <span class="wrap-anywhere">{description}</span>
        {permissions.scripts.length > 0 && (
          <span class="small wrap-anywhere">Scripts: {permissions.scripts.join(", ")}</span>
        )}
        {findings.length > 0 && (
          <ul class="small" aria-label={`Findings in ${name}`}>
            {findings.map(({ id, severity, path, line, why, excerpt }) => (
              <li key={id} class="wrap-anywhere">
                {severity}: {why} {path}:{line} <code>{excerpt}</code>
              </li>
            ))}
          </ul>
        )}
        {state === "unknown" && (
          <span class="small wrap-anywhere">
            Found in a repository and not used. To import it as it is now, run: agent-harness skills import
            {" "}
            <code>--directory {skill.source.path}</code>
          </span>
        )}
        {state === "quarantined" && (
          <span class="small">
            Waiting for your decision: <a href="/dashboard/agents?tab=changes">review its release</a>.
          </span>
        )}
      </div>
    </li>
  );
}
