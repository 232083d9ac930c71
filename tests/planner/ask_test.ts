import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { calendar, calendarFile, event, importFile } from "./planner_world.ts";

/** Monday, 2 March 2026, in the morning. */
const NOW = new Date("2026-03-02T08:00:00Z");

const ask = (h: Harness, question: string, more: Record<string, unknown> = {}) =>
  h.operator("POST /planner/ask", { body: { question, ...more } });

async function world(h: Harness) {
  const path = calendarFile([
    event({
      uid: "standup",
      start: "20260302T090000Z",
      title: "Standup",
      lines: ["RRULE:FREQ=DAILY;COUNT=3"],
    }),
    event({
      uid: "review",
      start: "20260304T140000Z",
      title: "Review with Ännchen",
      lines: ["DESCRIPTION:The door code is 4711. Bring cake.", "LOCATION:Room 5"],
    }),
    event({ uid: "free", start: "20260304T100000Z", title: "Market day", lines: ["TRANSP:TRANSPARENT"] }),
  ]);
  await importFile(h, path);
  await h.operator("POST /planner/tasks", {
    body: { title: "Send the report", due: { date: "2026-03-01" } },
  });
  return path;
}

/** Every quote is in the record that it names, word for word. */
async function requireQuotes(h: Harness, { citations }: Awaited<ReturnType<typeof ask>>) {
  for (const { artifactId, taskId, quote, field, rawSha256 } of citations) {
    const record = artifactId === null
      ? (await h.operator("GET /planner/tasks")).find(({ id }) => id === taskId)!
      : await h.operator("GET /planner/artifacts/:id", { params: { id: artifactId } });
    assert.ok(String(record[field as "title"]).includes(quote), quote);
    if ("rawSha256" in record) assert.equal(record.rawSha256, rawSha256);
  }
}

Deno.test("dates, counts and free time are computed, each sentence with a quote of its record", async () => {
  await using h = await harness({ now: () => NOW });
  await world(h);
  const answers: [string, string][] = [
    [
      "What is on Wednesday?",
      '"Standup" is on 2026-03-04 from 09:00 to 10:00. [1]\n"Market day" is on 2026-03-04 from 10:00 to 11:00. [2]\n"Review with Ännchen" is on 2026-03-04 from 14:00 to 15:00. [3]',
    ],
    ["When do I meet annchen?", '"Review with Ännchen" is on 2026-03-04 from 14:00 to 15:00. [1]'],
    ["What is my next standup?", '"Standup" is on 2026-03-02 from 09:00 to 10:00. [1]'],
    ["Which tasks are overdue?", '"Send the report" was due on 2026-03-01. [1]'],
    ["Am I free on Wednesday at 10:30?", "You are free on 2026-03-04 at 10:30."],
    [
      "Am I busy on 2026-03-03?",
      '60 of 1440 minutes are booked on 2026-03-03.\n"Standup" is on 2026-03-03 from 09:00 to 10:00. [1]',
    ],
    ["Is anything on Friday?", "Nothing is in the calendar on 2026-03-06."],
  ];
  for (const [question, answer] of answers) {
    const response = await ask(h, question);
    assert.deepEqual(
      [response.status, response.method, response.answer],
      ["answered", "computed", answer],
      question,
    );
    assert.deepEqual(response.coverage.map(({ source, stale }) => [source, stale]), [["local", false], [
      "home",
      false,
    ]]);
    await requireQuotes(h, response);
  }
  const count = await ask(h, "How many standups are this week?");
  assert.match(count.answer, /^There are 3 events from 2026-03-02 to 2026-03-08\./);
});

Deno.test("meetings are what is a meeting; free times have a length; what to do is what is due or late", async () => {
  await using h = await harness({ now: () => NOW });
  const invited = [
    "ORGANIZER:mailto:bob@work.example",
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@work.example",
    "ATTENDEE:mailto:bob@work.example",
  ];
  const declined = invited.map((line) => line.replace("ACCEPTED", "DECLINED"));
  const path = calendarFile([
    event({ uid: "focus", start: "20260302T090000Z", title: "Writing" }),
    event({ uid: "no", start: "20260302T100000Z", title: "Party planning", lines: declined }),
    event({ uid: "sync", start: "20260302T110000Z", title: "Team sync", lines: invited }),
    event({ uid: "review", start: "20260303T120000Z", title: "Review", lines: invited }),
  ]);
  await importFile(h, path, { identity: { emails: ["me@work.example"] } });
  const add = (title: string, date: string) =>
    h.operator("POST /planner/tasks", { body: { title, due: { date } } });
  await add("Send the report", "2026-03-01");
  await add("Call Ann", "2026-03-02");
  await add("Book a flight", "2026-03-03");
  const cases: [string, string][] = [
    [
      "How many meetings do I have today?",
      'There is 1 meeting on 2026-03-02.\n"Team sync" is on 2026-03-02 from 11:00 to 12:00. [1]',
    ],
    ["What is my next meeting?", '"Team sync" is on 2026-03-02 from 11:00 to 12:00. [1]'],
    ["Which meetings are on Wednesday?", "No meeting is in the calendar on 2026-03-04."],
    [
      "How many events are in March?",
      'There are 4 events from 2026-03-01 to 2026-03-31.\n"Writing" is on 2026-03-02 from 09:00 to 10:00. [1]\n"Party planning" is on 2026-03-02 from 10:00 to 11:00. [2]\n"Team sync" is on 2026-03-02 from 11:00 to 12:00. [3]\n"Review" is on 2026-03-03 from 12:00 to 13:00. [4]',
    ],
    [
      "When am I free tomorrow for 2 hours?",
      "You are free on 2026-03-03 from 09:00 to 12:00 and from 13:00 to 17:00.",
    ],
    ["When am I free tomorrow for 4 hours?", "You are free on 2026-03-03 from 13:00 to 17:00."],
    [
      "When am I free tomorrow for 5 hours?",
      "No 300 minutes of working time in a row are free on 2026-03-03.",
    ],
    ["When am I available today?", "You are free on 2026-03-02 from 10:00 to 11:00 and from 12:00 to 17:00."],
    [
      "Am I busy today at 11:30?",
      'You are busy on 2026-03-02 at 11:30.\n"Team sync" is on 2026-03-02 from 11:00 to 12:00. [1]',
    ],
    [
      "What should I do first today?",
      '"Send the report" was due on 2026-03-01. [1]\n"Call Ann" is due on 2026-03-02. [2]',
    ],
  ];
  for (const [question, answer] of cases) {
    const response = await ask(h, question);
    assert.deepEqual([response.method, response.answer], ["computed", answer], question);
    await requireQuotes(h, response);
  }
  const listed = await h.operator("GET /planner/meetings", {});
  assert.deepEqual(listed.map(({ title }) => title), ["Team sync", "Review"], "the same meetings");
});

Deno.test("what is written about a day's events answers a question about that day, and nothing of other days", async () => {
  await using h = await harness({ now: () => NOW });
  await world(h);
  const bring = await ask(h, "What should I bring to the review on Wednesday?");
  assert.deepEqual([bring.method, bring.sentences[0]!.text], ["extractive", "Bring cake."]);
  await requireQuotes(h, bring);
  const other = await ask(h, "What should I bring to the review on Thursday?");
  assert.deepEqual([other.method, other.answer], [
    "computed",
    'Nothing is in the calendar with "bring", "review" on 2026-03-05.',
  ]);
});

Deno.test("other questions get sentences of records word for word; what nothing says is named as searched", async () => {
  await using h = await harness({ now: () => NOW });
  await world(h);
  const code = await ask(h, "What is the code of the door?");
  assert.deepEqual([code.method, code.answer], ["extractive", "The door code is 4711. [1]"]);
  assert.equal(code.citations[0]!.field, "content");
  await requireQuotes(h, code);
  const none = await ask(h, "What is the wifi password?");
  assert.deepEqual([none.method, none.citations], ["computed", []]);
  assert.match(none.answer, /^No event or task that was searched contains "wifi", "password"\.$/);
});

Deno.test("a stale source makes an answer partial; without a source, with two readings, or as an order it is refused", async () => {
  let now = NOW;
  await using h = await harness({ now: () => now });
  const refused = async (question: string) => {
    const { status, answer, refusal } = await ask(h, question);
    assert.deepEqual([status, answer], ["refused", ""]);
    return refusal!.reason;
  };
  assert.equal(await refused("What is on Friday?"), "no_source");
  const path = await world(h);
  assert.equal(await refused("What is on 3/4?"), "ambiguous");
  assert.equal(await refused("Delete all my meetings tomorrow"), "blocked_class");
  assert.equal(await refused("What is on 1 March 2031?"), "out_of_range");
  const before = h.store.head;
  Deno.writeTextFileSync(path, calendar([]).slice(0, 20));
  await h.operator("POST /planner/refresh", { body: {} });
  assert.ok(h.store.head > before);
  const partial = await ask(h, "Is anything on Friday?");
  assert.deepEqual([partial.status, partial.coverage.at(-1)?.stale], ["partial", true]);
  now = new Date("2026-03-02T08:00:01Z");
  assert.equal((await h.json("POST", "/planner/ask", { question: "x", sources: ["none"] })).status, 404);
});

Deno.test("the stream says what it searched, then proved sentences alone, then the same answer", async () => {
  await using h = await harness({ now: () => NOW });
  await world(h);
  const response = await h.send("/planner/ask/stream", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "What is on Wednesday?" }),
  });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const [retry, ...sent] = (await response.text()).trim().split("\n\n");
  assert.equal(retry, "retry: 3000");
  const frames = sent.map((frame) => {
    const [, event, data] = /^event: (.*)\ndata: (.*)$/s.exec(frame)!;
    return { event: event!, data: JSON.parse(data!) };
  });
  assert.deepEqual(frames.map(({ event }) => event), [
    "ask.started",
    "ask.retrieved",
    "ask.sentence",
    "ask.sentence",
    "ask.sentence",
    "ask.completed",
  ]);
  const answer = frames.at(-1)!.data;
  assert.deepEqual(
    frames.slice(2, 5).map(({ data }) => data.text),
    answer.sentences.map((each: { text: string }) => each.text),
  );
  assert.deepEqual(frames.slice(2, 5).flatMap(({ data }) => data.cited), answer.citations);
});

Deno.test("the agent token is refused on changes, mail and questions", async () => {
  await using h = await harness();
  for (
    const path of [
      "calendar-actions",
      "calendar-actions/execute",
      "calendar-actions/drafts/send",
      "calendar-actions/drafts/delete",
      "calendar-events/create",
      "ask",
      "ask/stream",
    ]
  ) {
    const response = await h.send(`/planner/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer agent-token" },
      body: "{}",
    });
    await response.body?.cancel();
    assert.equal(response.status, 403, path);
  }
});
