import { Banner } from "../../kit/banner.tsx";
import { Code } from "../../kit/text/code.tsx";
import { Panel } from "../../kit/panel.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { counted } from "../../../client/words.ts";
import { useLive, usePageStore, useQuery } from "../../shell/mod.ts";
import type { ContextPreview } from "../common/types.ts";
import { Given, LeftOut } from "./lists.tsx";
import { QuestionForm } from "./question_form.tsx";
import { createPreviewStore, questionOf } from "./store.ts";
import { ShownLines } from "../../kit/text/shown_text.tsx";

/** A preview of the context of a step: the records, their costs, and the records that are left out, with the reasons. */
export function PreviewTab() {
  const [query, setQuery] = useQuery();
  const question = questionOf(query);
  const key = JSON.stringify(question);
  const preview = usePageStore(createPreviewStore(question), key);
  useLive(({ type }) => type.startsWith("memory."), () => void preview.refresh(), key);
  const without = (ids: readonly string[]) => setQuery({ without: ids.join(",") || null });
  return (
    <>
      <QuestionForm key={key} question={question} onAsk={setQuery} />
      <ResourceView resource={preview} lines={5}>
        {(shown) => (
          <>
            <Cost preview={shown} />
            <div class="columns">
              <Given
                items={shown.items}
                onTry={(id) => without([...question.without, id])}
              />
              <LeftOut
                preview={shown}
                tried={question.without}
                onTakeBack={(id) => without(question.without.filter((each) => each !== id))}
              />
            </div>
            <Panel title="The context exactly as it would be given">
              {shown.text === ""
                ? <p class="hint">Nothing.</p>
                : <Code text={shown.text} label="The text" wrap />}
            </Panel>
          </>
        )}
      </ResourceView>
    </>
  );
}

function Cost({ preview: { tokens, budget, counts, contradictions } }: { preview: ContextPreview }) {
  return (
    <div class="preview-cost">
      <p role="status">
        <strong>{counted(counts.included, "record")}</strong> for about {tokens.toLocaleString("en")} of{" "}
        {counted(budget, "token")}; {counts.leftOut} left out
        {counts.notConsidered > 0 && `, ${counts.notConsidered} older ones not considered`}.
      </p>
      <meter
        class="meter"
        min={0}
        max={Math.max(1, budget)}
        value={tokens}
        aria-label="Budget used"
      />
      {contradictions.map(({ id, detail }) => (
        <Banner key={id} tone="warning">
          <ShownLines text={detail} />
        </Banner>
      ))}
    </div>
  );
}
