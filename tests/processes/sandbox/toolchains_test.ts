import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { hiddenPlaces } from "../../../services/machine/processes/sandbox/hidden.ts";
import { findToolchains } from "../../../services/machine/processes/sandbox/toolchains.ts";
import { sandboxTest } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { Enclosure } from "./enclosure.ts";
import { writeExecutable } from "../../executable.ts";

/** A home with these files and links (`-> target`); gives its path and removes it afterwards. */
async function inHome(entries: Record<string, string>, test: (home: string) => Promise<void>) {
  const top = temporaryDirectory();
  const home = join(top, "me");
  try {
    for (const [name, content] of Object.entries(entries)) {
      const path = join(home, name);
      Deno.mkdirSync(dirname(path), { recursive: true });
      if (content.startsWith("-> ")) Deno.symlinkSync(content.slice(3), path);
      else Deno.writeTextFileSync(path, content, { mode: content === "canary" ? 0o644 : 0o755 });
    }
    await test(home);
  } finally {
    Deno.removeSync(top, { recursive: true });
  }
}

const HOME = {
  ".cargo/bin/cargo": "",
  ".cargo/credentials.toml": "canary",
  ".cargo/registry/index": "",
  ".fly/bin/fly": "",
  ".fly/config.yml": "canary",
  ".local/bin/tool": "-> ../share/pipx/venvs/tool/bin/tool",
  ".local/share/pipx/venvs/tool/bin/tool": "",
  ".local/share/keyrings/login": "canary",
  ".nvm/versions/node/v22/bin/node": "",
  ".nvm/versions/node/v22/lib/node_modules/npm/cli.js": "",
  ".ssh/id": "canary",
  "apps/made/bin/made": "",
  "apps/made/lib/made.so": "",
  "scripts/mine": "-> ../elsewhere/mine",
  "elsewhere/mine": "",
  "elsewhere/notes": "canary",
  // A person's own work on the search path, as direnv and dotfiles put it there.
  "work/shop/.env": "canary",
  "work/shop/bin/rails": "",
  "work/shop/lib/shop.rb": "canary",
  "work/plain/bin/run": "",
  "work/plain/settings": "canary",
  "work/tools/.git/config": "canary",
  "work/tools/release": "",
  "work/tools/notes": "canary",
};

Deno.test("findToolchains() gives toolchains and the places of the search path with what belongs to them, never what lies beside", () =>
  inHome(HOME, async (home) => {
    const at = (name: string) => join(home, name);
    const searchPath = [
      at(".fly/bin"),
      at(".local/bin"),
      at(".nvm/versions/node/v22/bin"),
      at("apps/made/bin"),
      at("scripts"),
      at("absent/bin"),
      at("work"),
      at("work/shop/bin"),
      at("work/plain/bin"),
      at("work/tools"),
      home,
      "relative",
      "/",
    ].join(":");
    const { programs, downloads } = await findToolchains(
      home,
      searchPath,
      await hiddenPlaces(home, join(home, "storage")),
    );
    assert.deepEqual(downloads, [at(".cargo/registry")]);
    assert.deepEqual(
      programs.toSorted(),
      [
        ".cargo/bin",
        ".fly/bin",
        ".local/bin",
        ".local/share/pipx",
        ".local/share/pipx/venvs/tool/bin/tool",
        ".nvm",
        ".nvm/versions/node/v22",
        "apps/made",
        "elsewhere/mine",
        "scripts",
        "work/plain/bin",
        "work/shop/bin",
        "work/tools/release",
      ].map(at).toSorted(),
    );
    for (const path of programs) {
      for (const { name } of Deno.statSync(path).isDirectory ? Deno.readDirSync(path) : []) {
        const inner = join(path, name);
        if (Deno.statSync(inner).isFile) assert.notEqual(Deno.readTextFileSync(inner), "canary", inner);
      }
    }
  }));

Deno.test("findToolchains() never gives a directory that holds something hidden, or lies in it", () =>
  inHome({ ".nvm/storage/secret": "canary", "store/bin/x": "", "store/secret": "canary" }, async (home) => {
    for (const storage of [".nvm/storage", "store"]) {
      const hidden = await hiddenPlaces(home, join(home, storage));
      const { programs } = await findToolchains(home, join(home, `${storage}/bin`), hidden);
      assert.deepEqual(programs, storage === "store" ? [join(home, ".nvm")] : []);
    }
  }));

sandboxTest(
  "sandbox: a program of a toolchain below the home runs, with its library; a credential beside it cannot be read",
  async () => {
    using enclosure = new Enclosure();
    const { person } = enclosure;
    const bin = join(person, ".nvm/versions/tool/v1/bin");
    Deno.mkdirSync(bin, { recursive: true });
    Deno.mkdirSync(join(person, ".nvm/versions/tool/v1/lib"));
    Deno.writeTextFileSync(join(person, ".nvm/versions/tool/v1/lib/text"), "from the library\n");
    writeExecutable(join(bin, "tool"), '#!/bin/sh\ncat "$(dirname "$0")/../lib/text"\n');
    Deno.mkdirSync(join(person, ".cargo/bin"), { recursive: true });
    Deno.writeTextFileSync(join(person, ".cargo/credentials.toml"), "canary");
    const searchPath = `${bin}:${Deno.env.get("PATH")}`;
    const result = await enclosure.run(
      "tool; cat ~/.cargo/credentials.toml; touch ~/.nvm/x || echo refused",
      {
        place: { searchPath },
        environment: { PATH: searchPath },
      },
    );
    assert.match(result.output, /^from the library\n/);
    assert.match(result.output, /^refused$/m);
    assert.doesNotMatch(result.output, /canary/);
  },
);

sandboxTest(
  "sandbox: what was downloaded once is there without the network; what a setup fetched itself wins",
  async () => {
    using enclosure = new Enclosure();
    const { person } = enclosure;
    Deno.mkdirSync(join(person, ".cache/deno"), { recursive: true });
    Deno.writeTextFileSync(join(person, ".cache/deno/x"), "the person's\n");
    assert.equal((await enclosure.run("cat ~/.cache/deno/x")).output, "the person's\n");
    const setup = await enclosure.run("cat ~/.cache/deno/x; echo own > ~/.cache/deno/x", {
      rule: { network: true },
    });
    assert.doesNotMatch(setup.output, /the person's/);
    assert.equal((await enclosure.run("cat ~/.cache/deno/x")).output, "own\n");
    assert.equal(Deno.readTextFileSync(join(person, ".cache/deno/x")), "the person's\n");
  },
);
