import assert from "node:assert/strict";
import { join } from "node:path";
import { Command } from "commander";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { defineWorker } from "../../commands/worker.ts";
import { readExposition } from "../metrics/exposition.ts";
import { harness } from "../harness.ts";
import { testNeeding } from "../kit/skip.ts";
import { programFile } from "../programs.ts";
import { temporaryDirectory } from "../temporary.ts";

const UNIT = programFile("packaging/systemd/agent-harness-worker.service");

/** The flags that `agent-harness worker` accepts. */
function workerFlags(): string[] {
  const program = new Command();
  defineWorker(program, { shell: {}, finish: () => {} } as never);
  return program.commands[0]!.options.map(({ long }) => long!);
}

/** Throws for a command line with a flag that the program does not have. */
function checkFlags(line: string): void {
  const used = line.match(/(?<=\s)--[a-z][a-z-]*/g) ?? [];
  assert.ok(used.length > 0, line);
  for (const flag of used) assert.ok(workerFlags().includes(flag), `${flag} in ${line}`);
}

const podSchema = z.strictObject({
  restartPolicy: z.literal("Never").optional(),
  terminationGracePeriodSeconds: z.number().int().min(600),
  automountServiceAccountToken: z.literal(false),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number().int().min(1),
    fsGroup: z.number().int(),
  }),
  containers: z.array(z.strictObject({
    name: z.string(),
    image: z.string(),
    command: z.array(z.string()),
    args: z.array(z.string()),
    env: z.array(z.strictObject({
      name: z.string(),
      valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) }),
    })).optional(),
    volumeMounts: z.array(z.strictObject({
      name: z.string(),
      mountPath: z.string(),
      readOnly: z.boolean().optional(),
    })),
    resources: z.strictObject({ requests: z.strictObject({ cpu: z.string(), memory: z.string() }) })
      .optional(),
    securityContext: z.strictObject({
      allowPrivilegeEscalation: z.literal(false),
      capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
    }),
  })).length(1),
  volumes: z.array(z.union([
    z.strictObject({ name: z.string(), persistentVolumeClaim: z.strictObject({ claimName: z.string() }) }),
    z.strictObject({
      name: z.string(),
      secret: z.strictObject({
        secretName: z.string(),
        items: z.array(z.strictObject({ key: z.string(), path: z.string() })),
      }),
    }),
  ])),
});
type Pod = z.output<typeof podSchema>;

/** Checks what a container runs, and that what it mounts exists. */
function checkPod({ containers: [container], volumes }: Pod): void {
  const line = [...container!.command, ...container!.args].join(" ");
  assert.match(line, /agent-harness worker /);
  checkFlags(line);
  const mounted = container!.volumeMounts.map(({ mountPath }) => mountPath);
  for (const path of line.match(/\/(?:var|etc)\/[^\s;]+/g)!) {
    assert.ok(mounted.some((mount) => path.startsWith(mount)), path);
  }
  assert.deepEqual(
    container!.volumeMounts.map(({ name }) => name),
    volumes.map(({ name }) => name),
  );
  for (const name of line.matchAll(/\$([A-Z]+)/g)) {
    assert.ok(container!.env?.some((variable) => variable.name === name[1]), name[0]);
  }
}

const documentsOf = (name: string): unknown[] =>
  parseAllDocuments(Deno.readTextFileSync(programFile(`packaging/kubernetes/${name}`)), { strict: true })
    .map((document) => {
      assert.deepEqual([...document.errors, ...document.warnings], []);
      return document.toJS();
    });

Deno.test("the Kubernetes Deployment has the fields of its kinds, and runs what the program accepts", () => {
  const [claim, deployment] = documentsOf("worker-deployment.yaml");
  const { metadata: { name } } = z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("PersistentVolumeClaim"),
    metadata: z.strictObject({ name: z.string() }),
    spec: z.strictObject({
      accessModes: z.tuple([z.literal("ReadWriteOncePod")]),
      resources: z.strictObject({ requests: z.strictObject({ storage: z.string() }) }),
    }),
  }).parse(claim);
  const { spec } = z.strictObject({
    apiVersion: z.literal("apps/v1"),
    kind: z.literal("Deployment"),
    metadata: z.strictObject({ name: z.string() }),
    spec: z.strictObject({
      replicas: z.literal(1),
      strategy: z.strictObject({ type: z.literal("Recreate") }),
      selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
      template: z.strictObject({
        metadata: z.strictObject({ labels: z.record(z.string(), z.string()) }),
        spec: podSchema,
      }),
    }),
  }).parse(deployment);
  assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels);
  const [directory] = spec.template.spec.volumes;
  assert.deepEqual(directory, { name: "directory", persistentVolumeClaim: { claimName: name } });
  checkPod(spec.template.spec);
});

Deno.test("the KEDA ScaledJob runs one verification, and asks for metrics that GET /metrics has", async () => {
  const [job] = documentsOf("worker-scaledjob.yaml");
  const { spec } = z.strictObject({
    apiVersion: z.literal("keda.sh/v1alpha1"),
    kind: z.literal("ScaledJob"),
    metadata: z.strictObject({ name: z.string() }),
    spec: z.strictObject({
      pollingInterval: z.number().int(),
      maxReplicaCount: z.literal(1),
      successfulJobsHistoryLimit: z.number().int(),
      failedJobsHistoryLimit: z.number().int(),
      jobTargetRef: z.strictObject({
        backoffLimit: z.literal(0),
        activeDeadlineSeconds: z.number().int().min(600),
        template: z.strictObject({ spec: podSchema.required({ restartPolicy: true }) }),
      }),
      triggers: z.tuple([z.strictObject({
        type: z.literal("prometheus"),
        metadata: z.strictObject({
          serverAddress: z.url(),
          query: z.string(),
          threshold: z.string().regex(/^\d+$/),
        }),
      })]),
    }),
  }).parse(job);
  checkPod(spec.jobTargetRef.template.spec);
  assert.ok(spec.jobTargetRef.template.spec.containers[0]!.args.includes("--once"));
  await using h = await harness();
  const metrics = readExposition(await (await h.send("/metrics")).text());
  const asked = [...spec.triggers[0].metadata.query.matchAll(/(agent_harness_\w+)(\{[^}]*\})?/g)];
  assert.equal(asked.length, 2);
  for (const [, name, labels] of asked) {
    const { samples } = metrics.get(name!) ?? assert.fail(`${name} is no metric`);
    assert.ok(labels === undefined || samples.has(labels), `${name}${labels}`);
  }
});

const systemd = await new Deno.Command("systemd-analyze", {
  args: ["--version"],
  stdout: "null",
  stderr: "null",
})
  .output().then(({ success }) => success, () => false);

Deno.test("the systemd unit starts what the program accepts", () => {
  const unit = Deno.readTextFileSync(UNIT);
  checkFlags(/^ExecStart=(.*)$/m.exec(unit)![1]!);
});

testNeeding(systemd ? null : "systemd-analyze is not installed. Install systemd.", {
  name: "the systemd unit is valid and hardened",
  fn: async () => {
    const directory = temporaryDirectory();
    const file = join(directory, "agent-harness-worker.service");
    const unit = Deno.readTextFileSync(UNIT);
    await Deno.writeTextFile(file, unit.replace("/usr/local/bin/agent-harness", Deno.execPath()));
    const analyze = async (...args: string[]) => {
      const { success, stdout, stderr } = await new Deno.Command("systemd-analyze", { args: [...args, file] })
        .output();
      return { success, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
    };
    assert.deepEqual(await analyze("verify", "--man=no"), { success: true, text: "" });
    const { success, text } = await analyze("security", "--offline=true", "--threshold=50");
    assert.ok(success, text);
    await Deno.writeTextFile(file, unit.replace("NoNewPrivileges=yes", "NoNewPrivilege=yes"));
    assert.match(
      (await analyze("verify", "--man=no")).text,
      /NoNewPrivilege/,
      "control: a wrong name is found",
    );
  },
});
