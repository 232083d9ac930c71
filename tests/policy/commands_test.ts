import assert from "node:assert/strict";
import { decideCommand } from "../../services/ground/policy/decide.ts";
import { shellWords } from "../../services/ground/policy/shell_words.ts";
import { assertGrowsWithSize } from "../growth.ts";

const ALLOWED = [
  "npm ci",
  "npm test -- --global-setup x",
  "npm run build -- -g",
  "deno test -A tests/",
  "cargo build && cargo test",
  "cargo install --path . --root ./out",
  "echo ssh",
  "echo 'run ssh host'",
  "grep -r 'iptables -A' docs",
  "grep -c 'ssh host' notes.md",
  "git commit -m 'mount the app; reboot later'",
  "cat <<EOF > notes.md\nssh host\nreboot\nEOF",
  "make reboot-tests",
  "node scripts/shutdown.js",
  "ssh-keygen -t ed25519 -f key",
  "dd if=/dev/zero of=disk.img bs=1M count=1",
  "dd if=/dev/zero of=/dev/null count=1",
  "echo hi > /dev/null 2>&1",
  "head -c 512 < /dev/sdb",
  "rsync -a src/ dist/",
  "crontab -l",
  "systemctl status nginx",
  "apt-get --version",
  "ip addr show",
  "python -m pytest tests/test_ssh.py",
  "docker compose up -d",
  "curl -fsSL https://example.org/data.json",
  "find . -name '*.ts' -exec wc -l {} +",
  "for at in 1 2; do echo $at; done",
  "pip install -r requirements.txt",
  "# ssh host",
  "npx eslint .",
  "",
] as const;

const BLOCKED: readonly (readonly [string, string])[] = [
  ["network-automation", "ssh host uptime"],
  ["network-automation", "/usr/bin/ssh host"],
  ["network-automation", "\\ssh host"],
  ["network-automation", `"s"sh host`],
  ["network-automation", "npm test && scp dist host:/srv"],
  ["network-automation", "npm test; telnet host"],
  ["network-automation", "true || nmap 10.0.0.0/8"],
  ["network-automation", "cat hosts | xargs -I {} ssh {} uptime"],
  ["network-automation", "sudo -u root iptables -F"],
  ["network-automation", "FOO=1 BAR=2 nft list ruleset"],
  ["network-automation", "env -i PATH=/bin ssh host"],
  ["network-automation", "env -S 'ssh host'"],
  ["network-automation", "ansible-playbook site.yml"],
  ["network-automation", "timeout 10 ssh host"],
  ["network-automation", "timeout -s KILL 10 nohup ssh host"],
  ["network-automation", "echo $(ssh host date)"],
  ["network-automation", 'echo "`ssh host date`"'],
  ["network-automation", 'echo "$(echo $(ssh host))"'],
  ["network-automation", 'echo "$(echo \\) ; ssh host)"'],
  ["network-automation", `sh -c "ssh host"`],
  ["network-automation", `bash -lc 'cd x && ssh host'`],
  ["network-automation", "su --command 'ssh host' other"],
  ["network-automation", "eval ssh host"],
  ["network-automation", "bash <<EOF\nssh host\nEOF"],
  ["network-automation", "diff <(ssh a cat x) x"],
  ["network-automation", "(cd x; ssh host)"],
  ["network-automation", "{ ssh host; }"],
  ["network-automation", "if true; then ssh host; fi"],
  ["network-automation", "echo a & ssh host"],
  ["network-automation", "echo a\nssh host"],
  ["network-automation", "ss\\\nh host"],
  ["network-automation", "find . -exec ssh host {} ';'"],
  ["network-automation", "rsync -a dist/ host:/srv"],
  ["network-automation", "ip link set eth0 down"],
  ["network-automation", "snmpset -v2c -c private sw1 x i 1"],
  ["network-automation", "python3 -c 'import netmiko'"],
  ["device-control", "adb shell input tap 1 1"],
  ["device-control", "esptool.py write_flash 0 fw.bin"],
  ["device-control", "sudo shutdown -h now"],
  ["device-control", "reboot"],
  ["device-control", "systemctl reboot"],
  ["device-control", "mount /dev/sdb1 /mnt"],
  ["device-control", "dd if=x.iso of=/dev/sdb bs=4M"],
  ["device-control", "cat x.iso > /dev/sdb"],
  ["device-control", "printf x 1<> /dev/sdb"],
  ["device-control", "gpioset gpiochip0 4=1"],
  ["device-control", "arduino-cli upload -p /dev/ttyUSB0 ."],
  ["self-extension", "agent-harness approvals approve x"],
  ["self-extension", "crontab jobs.txt"],
  ["self-extension", "echo 'x' | at now + 1 hour"],
  ["self-extension", "systemctl --user enable evil.service"],
  ["self-extension", "launchctl load x.plist"],
  ["self-extension", "npm i -g something"],
  ["self-extension", "npm install --global something"],
  ["self-extension", "sudo apt-get -y install nmap"],
  ["self-extension", "claude mcp add tools"],
  ["purchases", "aws route53domains register-domain --domain-name example.org"],
  ["purchases", "vercel domains buy example.org"],
  ["trades", "alpaca orders create --symbol AAPL"],
  ["trades", "bitcoin-cli sendtoaddress x 1"],
];

for (const command of ALLOWED) {
  Deno.test(`decideCommand takes ${JSON.stringify(command)} for a command`, () => {
    const decision = decideCommand(command);
    assert.equal(decision.policyClass, "command", decision.reason);
  });
}

for (const [id, command] of BLOCKED) {
  Deno.test(`decideCommand blocks ${JSON.stringify(command)} as ${id}`, () => {
    const decision = decideCommand(command);
    assert.equal(decision.policyClass, "blocked", decision.reason);
    assert.equal(decision.blockedClass?.id, id);
  });
}

Deno.test("shellWords resolves quotes, redirections and here-documents", () => {
  const { commands, substitutions } = shellWords(
    `a 'b c' "d\\"e" f\\ g 2>err >out $(h i) # no\ncat <<-X\n\tone\n\tX\nj`,
  );
  assert.deepEqual(commands, [
    { words: ["a", "b c", 'd"e', "f g", "$"], writesTo: ["err", "out"], input: null },
    { words: ["cat"], writesTo: [], input: "\tone" },
    { words: ["j"], writesTo: [], input: null },
  ]);
  assert.deepEqual(substitutions, ["h i"]);
});

Deno.test("decideCommand answers unfinished and deeply nested texts, and takes as long as for any other", () => {
  const decide = (text: string) => assert.equal(decideCommand(text).policyClass, "command");
  for (const text of ["'", '"', "$(", "`", "<<", "\\", "$('", "a <<X"]) decide(text);
  for (const part of ["sudo ", "$("]) assertGrowsWithSize((size) => decide(part.repeat(size)), 20_000, part);
});
