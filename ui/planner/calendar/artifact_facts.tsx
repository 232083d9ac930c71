import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Fact } from "../../kit/panel.tsx";
import { FilterSelect } from "../../kit/forms/select.tsx";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";
import { Time } from "../../kit/text/time.tsx";
import { useFrame, useResource } from "../../shell/mod.ts";
import { Span } from "../common/moments.tsx";
import type { SourceArtifact } from "../common/types.ts";
import { EVENT_LABELS } from "../../../store/shared/enumerations.ts";

type Label = (typeof EVENT_LABELS)[number];

/** The properties of an event. Its type can be changed, and it can be refreshed from its source. */
export function ArtifactFacts({ artifact, onChange }: {
  artifact: SourceArtifact;
  onChange: (artifact: SourceArtifact) => void;
}) {
  const { call, toasts } = useFrame();
  const { classification, occurrences = [], organizer, attendees, flags, alsoIn } = artifact;
  const params = { id: artifact.id };
  // Keeps the opened occurrences: the response contains only those of a range.
  const take = (next: SourceArtifact | null) => next && onChange({ ...next, occurrences });
  const classify = async (body: { label: Label | null } | { by: "model" }) =>
    take(await toasts.attempt(() => call("POST /planner/artifacts/:id/classify", { params, body })));
  const rescrape = async () =>
    take(
      await toasts.attempt(
        () => call("POST /planner/artifacts/:id/rescrape", { params }),
        ({ status }) => status === "gone" ? "The source no longer has it." : "Refreshed.",
      ),
    );
  const [occurrence] = occurrences;
  return (
    <>
      {flags.length > 0 && (
        <div class="row">{flags.map((flag) => <Badge key={flag}>{flag.replaceAll("_", " ")}</Badge>)}</div>
      )}
      <dl class="facts">
        <Fact name="When">{occurrence ? <Span {...occurrence} /> : artifact.start?.local}</Fact>
        <Fact name="Status">{artifact.status}</Fact>
        <Fact name="Repeats">
          {artifact.repeats && <span title={artifact.rrule ?? undefined}>{artifact.repeats}</span>}
        </Fact>
        <Fact name="Place">{artifact.location && <ShownText text={artifact.location} />}</Fact>
        <Fact name="Link">
          {artifact.conferenceUrl && (
            <a href={artifact.conferenceUrl} rel="noreferrer noopener" target="_blank">
              {artifact.conferenceUrl}
            </a>
          )}
        </Fact>
        <Fact name="Organizer">{organizer && <ShownText text={organizer.name || organizer.email} />}</Fact>
        <Fact name="People">
          {attendees.length > 0 && (
            <ShownText
              text={attendees.map(({ name, email, partstat }) =>
                `${name || email} (${partstat.toLowerCase()})`
              )
                .join(", ")}
            />
          )}
        </Fact>
        <Fact name="Source">{artifact.source}</Fact>
        <Fact name="Also in">
          {alsoIn.map(({ source, calendarId }) => `${source} (${calendarId})`).join(", ")}
        </Fact>
        <Fact name="Type">
          {classification.label.replaceAll("_", " ")}: {classification.reasons.join("; ")}
        </Fact>
        <Fact name="Changed">
          <Time at={artifact.history.changedAt} />
        </Fact>
      </dl>
      {artifact.content && <ShownLines as="p" class="card-text" text={artifact.content} />}
      <div class="row">
        <FilterSelect
          label="Change the type"
          named
          options={[
            { value: "", label: "automatic" },
            ...EVENT_LABELS.map((value) => ({ value, label: value.replaceAll("_", " ") })),
          ]}
          value={classification.by === "human" ? classification.label : ""}
          onChange={(picked) =>
            void classify({ label: EVENT_LABELS.find((label) => label === picked) ?? null })}
        />
        {classification.by === "rule" && classification.label === "other" && artifact.itemType === "event" &&
          <AskForType onPress={() => classify({ by: "model" })} />}
        <Button small onPress={() => rescrape()}>Refresh</Button>
      </div>
    </>
  );
}

/** Asks a model for the type of an event, where the settings let one read records. */
function AskForType({ onPress }: { onPress: () => Promise<unknown> }) {
  const settings = useResource(
    ({ call }) => call("GET /planner/settings"),
    ({ type }) => type === "planner.settings_changed",
  ).value.value;
  if (settings === null || settings.ask.model === "never") return null;
  return <Button small onPress={onPress}>Ask a model for the type</Button>;
}
