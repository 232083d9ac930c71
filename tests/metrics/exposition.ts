import assert from "node:assert/strict";

/** A metric as Prometheus reads it. */
export type ReadMetric = { type: string; help: string; samples: Map<string, number> };

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/s;
const PAIR = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;

/**
 * Reads Prometheus' text format 0.0.4 as strictly as it is written: one block for each name, HELP and TYPE before its samples,
 * each set of labels once, and the conventions of names. Throws for anything else.
 */
export function readExposition(text: string): Map<string, ReadMetric> {
  assert.ok(text.endsWith("\n"), "the last line ends");
  const metrics = new Map<string, ReadMetric>();
  let current = { name: "", help: "" };
  for (const line of text.slice(0, -1).split("\n")) {
    const comment = /^# (HELP|TYPE) (\S+) (.+)$/s.exec(line);
    if (comment?.[1] === "HELP") {
      current = { name: comment[2]!, help: comment[3]! };
      assert.match(current.name, NAME);
      assert.ok(!metrics.has(current.name), `${current.name} has one block`);
    } else if (comment) {
      assert.equal(comment[2], current.name, "TYPE follows HELP");
      assert.match(comment[3]!, /^(counter|gauge|histogram)$/);
      metrics.set(current.name, { type: comment[3]!, help: current.help, samples: new Map() });
    } else readSample(line, metrics.get(current.name), current.name);
  }
  for (const [name, { type, samples }] of metrics) checkMetric(name, type, samples);
  return metrics;
}

function readSample(line: string, metric: ReadMetric | undefined, of: string): void {
  const [, name, labels = "", number] = LINE.exec(line) ?? assert.fail(`not a sample: ${line}`);
  assert.ok(metric, `${name} has a TYPE`);
  const suffix = name!.slice(of.length);
  assert.ok(name!.startsWith(of), `${name} stands in the block of ${of}`);
  assert.ok(suffix === "" ? metric.type !== "histogram" : /^_(bucket|sum|count)$/.test(suffix), name);
  PAIR.lastIndex = 0;
  const names = new Set<string>();
  while (PAIR.lastIndex < labels.length) {
    const pair = PAIR.exec(labels) ?? assert.fail(`not labels: ${labels}`);
    assert.ok(!names.has(pair[1]!), `${pair[1]} twice`);
    names.add(pair[1]!);
  }
  const value = number === "+Inf" ? Infinity : Number(number);
  assert.ok(!Number.isNaN(value), line);
  const key = `${suffix}{${labels}}`;
  assert.ok(!metric.samples.has(key), `${line} twice`);
  metric.samples.set(key, value);
}

function checkMetric(name: string, type: string, samples: ReadMetric["samples"]): void {
  if (type === "counter") {
    assert.match(name, /_total$/);
    for (const value of samples.values()) assert.ok(value >= 0, name);
  }
  assert.doesNotMatch(name, /milliseconds|minutes|kilobytes/, "base units");
  if (type !== "histogram") return;
  for (const [key, count] of samples) {
    if (!key.startsWith("_count{")) continue;
    const labels = key.slice("_count{".length, -1);
    const buckets = [...samples].filter(([bucket]) =>
      bucket.startsWith(`_bucket{${labels === "" ? "" : `${labels},`}le=`)
    );
    assert.equal(buckets.at(-1)?.[0].endsWith('le="+Inf"}'), true, key);
    assert.equal(buckets.at(-1)?.[1], count, key);
    buckets.reduce((before, [bucket, value]) => (assert.ok(value >= before, bucket), value), 0);
    assert.ok(samples.has(`_sum{${labels}}`), key);
  }
}
