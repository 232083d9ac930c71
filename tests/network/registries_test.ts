import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { showTarget } from "../../services/machine/network/allowed_host.ts";
import { machineCertificates } from "../../services/machine/network/certificates.ts";
import { findRegistries } from "../../services/machine/network/registries.ts";
import { temporaryDirectory } from "../temporary.ts";

/** What is found on a machine whose home has these files, with these variables. */
async function found(files: Record<string, string>, variables: Record<string, string> = {}) {
  const home = temporaryDirectory();
  try {
    for (const [path, text] of Object.entries(files)) {
      Deno.mkdirSync(dirname(join(home, path)), { recursive: true });
      Deno.writeTextFileSync(join(home, path), text);
    }
    const { hosts, environment } = await findRegistries({
      home,
      root: home,
      variable: (name) => variables[name],
    });
    const shown = hosts.map(({ host, port, anyAddress }) =>
      `${port === null ? host : showTarget({ host, port })}${anyAddress ? "!" : ""}`
    );
    return { shown, environment };
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}

Deno.test("findRegistries() without configuration gives the public registries, on public addresses alone, and no git hosting", async () => {
  const { shown } = await found({});
  for (
    const host of [
      "registry.npmjs.org",
      "pypi.org",
      "files.pythonhosted.org",
      "index.crates.io",
      "proxy.golang.org",
      "rubygems.org",
      "repo.maven.apache.org",
    ]
  ) assert.ok(shown.includes(host), host);
  assert.doesNotMatch(shown.join(), /github|gitlab|bitbucket|codeload/);
});

Deno.test("findRegistries() takes what the person configured in place of the public registry, and tells commands without its credentials", async () => {
  const npm = await found({ ".npmrc": "fund=false\nregistry=https://me:secret@npm.corp.example/npm/\n" });
  assert.ok(npm.shown.includes("npm.corp.example:443!"));
  assert.ok(!npm.shown.includes("registry.npmjs.org"));
  assert.ok(npm.shown.includes("pypi.org"), "another ecosystem stays as it is");
  assert.equal(npm.environment.npm_config_registry, "https://npm.corp.example/npm/");

  const pip = await found({
    ".config/pip/pip.conf": "[global]\nindex-url = http://pip.corp.example:8081/simple\n",
  });
  assert.ok(pip.shown.includes("pip.corp.example:8081!"));
  assert.ok(!pip.shown.includes("pypi.org"));
  assert.equal(pip.environment.PIP_INDEX_URL, "http://pip.corp.example:8081/simple");

  const cargo = await found({
    ".cargo/config.toml":
      '[source.crates-io]\nreplace-with = "m"\n[source.m]\nregistry = "sparse+https://crates.corp.example/"\n',
  });
  assert.ok(cargo.shown.includes("crates.corp.example:443!"));
  assert.ok(!cargo.shown.includes("index.crates.io"));

  const go = await found({}, { GOPROXY: "https://u:p@go.corp.example|https://proxy.golang.org,direct" });
  assert.ok(go.shown.includes("go.corp.example:443!") && go.shown.includes("proxy.golang.org:443!"));
  assert.equal(go.environment.GOPROXY, "https://go.corp.example|https://proxy.golang.org,direct");

  const maven = await found({
    ".m2/settings.xml":
      "<settings><mirrors><mirror><mirrorOf>*</mirrorOf><url>\nhttps://m.corp.example/x </url></mirror></mirrors></settings>",
  });
  assert.ok(maven.shown.includes("m.corp.example:443!"));
  assert.ok(!maven.shown.includes("repo.maven.apache.org"));

  const gem = await found({ ".gemrc": "---\n:sources:\n- https://gems.corp.example/\n" });
  assert.ok(gem.shown.includes("gems.corp.example:443!") && !gem.shown.includes("rubygems.org"));

  const variable = await found({ ".npmrc": "registry=https://a.example/" }, {
    npm_config_registry: "https://b.example/",
  });
  assert.equal(variable.environment.npm_config_registry, "https://b.example/", "a variable wins, as for npm");
});

Deno.test("findRegistries() keeps the public registry beside one that is for a scope or an addition", async () => {
  const { shown, environment } = await found({
    ".npmrc": "@corp:registry=https://npm.corp.example/\n",
    ".config/pip/pip.conf": "[global]\nextra-index-url = https://pip.corp.example/simple\n",
  });
  for (const host of ["npm.corp.example:443!", "registry.npmjs.org", "pip.corp.example:443!", "pypi.org"]) {
    assert.ok(shown.includes(host), host);
  }
  assert.equal(environment.npm_config_registry, undefined);
});

Deno.test("machineCertificates() gives the variables that name certificates, and their files to be seen", () => {
  const given: Record<string, string> = {
    SSL_CERT_FILE: "/c/a.pem",
    NODE_EXTRA_CA_CERTS: "/c/a.pem",
    PIP_CERT: "b.pem",
    TOKEN: "/x",
  };
  assert.deepEqual(machineCertificates((name) => given[name]), {
    environment: { SSL_CERT_FILE: "/c/a.pem", NODE_EXTRA_CA_CERTS: "/c/a.pem" },
    readable: ["/c/a.pem"],
  });
});
