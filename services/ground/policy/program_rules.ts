import type { BlockedClass } from "./classes.ts";
import type { UnwrappedProgram } from "./unwrap.ts";

/** Programs of a class by name, all of them or those whose arguments match. */
type ProgramRule = { id: BlockedClass["id"]; names: RegExp; args?: RegExp; unless?: RegExp };

const GLOBAL =
  /^(?=.*(?:^| )(?:-g|--global|--location=global)(?: |$))(?:-\S+ )*(?:install|i|in|add|update|upgrade|up|link)(?: |$)/;
const INSTALLS = /^(?:-\S+ )*(?:install|add|upgrade|in|reinstall)(?: |$)/;

/** Which programs belong to a blocked class. `args` and `unless` are matched against the arguments, joined by spaces. */
export const PROGRAM_RULES: readonly ProgramRule[] = [
  {
    id: "network-automation",
    names: named(
      "ssh|scp|sftp|slogin|mosh|autossh|sshpass|ssh-copy-id|plink|pssh|pscp|parallel-ssh|clush|pdsh|telnet|rlogin|rsh",
      "nmap|zenmap|masscan|zmap|arp-scan|hping3|ansible(?:-\\w+)?|salt|salt-ssh|netmiko-\\w+|nornir|napalm",
      "iptables(?:-\\w+)?|ip6tables(?:-\\w+)?|nft|ebtables|arptables|ufw|firewall-cmd|pfctl|snmp(?:set|get|walk|bulkwalk)",
      "nmcli|nmtui|netplan|ovs-vsctl|ovs-ofctl|brctl|wpa_cli|iwconfig|wg-quick|networksetup|expect",
    ),
  },
  { id: "network-automation", names: named("rsync"), args: /(?:^| )(?:rsync:\/\/|[^\s/-][^\s/]*:)/ },
  { id: "network-automation", names: named("ip"), args: /\b(?:add|del|delete|set|replace|change|flush)\b/ },
  { id: "network-automation", names: named("ifconfig"), args: /^\S+ \S/ },
  { id: "network-automation", names: named("route"), args: /\b(?:add|del|delete|flush|change)\b/ },
  { id: "network-automation", names: named("tc"), args: /\b(?:add|del|change|replace)\b/ },
  { id: "network-automation", names: named("wg"), args: /^(?:set|setconf|addconf|syncconf)\b/ },
  {
    id: "network-automation",
    names: named("python[\\d.]*"),
    args: /\b(?:netmiko|napalm|nornir|paramiko|ansible)\b/,
  },
  {
    id: "device-control",
    names: named(
      "adb|fastboot|esptool(?:\\.py)?|espefuse(?:\\.py)?|avrdude|openocd|pyocd|st-flash|dfu-util|JLinkExe|bossac|picotool",
      "gpioset|gpio|raspi-gpio|pinctrl|i2cset|shutdown|reboot|poweroff|halt|telinit|pm-suspend|mount|umount|losetup",
      "mkfs(?:\\.\\w+)?|mke2fs|wipefs|sgdisk|hdparm|modprobe|insmod|rmmod|rfkill|bluetoothctl|hciconfig|irsend",
      "cec-client|wakeonlan|etherwake|hass-cli|brightnessctl|ideviceinstaller|idevicerestore|ipmitool|eject",
    ),
    unless: /^(?:--?(?:version|help|V|h))$/,
  },
  { id: "device-control", names: named("init"), args: /^[06]$/ },
  {
    id: "device-control",
    names: named("fdisk|parted|sfdisk|cfdisk|gdisk|nvme|diskutil"),
    unless: /^(?:-l|--list|list)\b/,
  },
  {
    id: "device-control",
    names: named("dd"),
    args: /(?:^| )of=\/dev\/(?!(?:null|stdout|stderr|tty|full|zero)(?: |$))/,
  },
  {
    id: "device-control",
    names: named("systemctl|loginctl"),
    args: /\b(?:reboot|poweroff|halt|suspend|hibernate|kexec)\b/,
  },
  { id: "device-control", names: named("arduino-cli"), args: /\b(?:upload|burn-bootloader)\b/ },
  { id: "device-control", names: named("platformio|pio"), args: /\b(?:upload|uploadfs|program)\b/ },
  { id: "self-extension", names: named("agent-harness|crontab|at|batch|anacron"), unless: /^-l$/ },
  {
    id: "self-extension",
    names: named("systemctl"),
    args: /^(?:-\S+ )*(?:enable|start|restart|reenable|link|edit|mask|unmask|daemon-reload|set-default)\b/,
  },
  {
    id: "self-extension",
    names: named("systemd-run|update-rc\\.d|visudo|usermod|useradd|adduser|chpasswd|passwd"),
  },
  { id: "self-extension", names: named("service"), args: /\b(?:start|restart)$/ },
  { id: "self-extension", names: named("launchctl"), unless: /^(?:list|print)\b/ },
  {
    id: "self-extension",
    names: named("npm|pnpm|bun|deno"),
    args: GLOBAL,
  },
  { id: "self-extension", names: named("yarn"), args: /^global (?:add|upgrade)\b/ },
  {
    id: "self-extension",
    names: named("apt|apt-get|aptitude|dnf|yum|zypper|apk|brew|port|snap|flatpak|pipx|nix-env|winget|choco"),
    args: INSTALLS,
  },
  { id: "self-extension", names: named("dpkg"), args: /(?:^| )(?:-i|--install)\b/ },
  { id: "self-extension", names: named("rpm"), args: /(?:^| )-[a-zA-Z]*[iU]/ },
  { id: "self-extension", names: named("pacman|yay|paru"), args: /(?:^| )-S(?!s|i)/ },
  { id: "self-extension", names: named("uv"), args: /^tool install\b/ },
  { id: "self-extension", names: named("cargo"), args: /^install\b/, unless: /(?:^| )--(?:root|path)\b/ },
  {
    id: "self-extension",
    names: named("claude|codex|gemini"),
    args: /^(?:mcp|plugin|extensions?) (?:add|install)\b/,
  },
  { id: "self-extension", names: named("gh"), args: /^extension install\b/ },
  { id: "self-extension", names: named("code|codium|cursor"), args: /--install-extension\b/ },
  {
    id: "purchases",
    names: named("aws"),
    args:
      /\b(?:register-domain|renew-domain|transfer-domain|purchase-[\w-]+|create-savings-plan|subscribe-to-product)\b/,
  },
  { id: "purchases", names: named("gcloud"), args: /\bdomains registrations (?:register|transfer)\b/ },
  { id: "purchases", names: named("az"), args: /\breservations? (?:reservation-order )?purchase\b/ },
  {
    id: "purchases",
    names: named("stripe"),
    args: /\b(?:charges|payment_intents|payouts|transfers|subscriptions) (?:create|confirm|capture)\b/,
  },
  { id: "purchases", names: named("vercel"), args: /^domains buy\b/ },
  {
    id: "trades",
    names: named(
      "alpaca|ibkr|ib-cli|freqtrade|hummingbot|ccxt|kraken-cli|binance-cli|coinbase-cli|robinhood",
    ),
    unless: /^(?:--?(?:version|help)|backtesting|download-data)\b/,
  },
  {
    id: "trades",
    names: named("bitcoin-cli|litecoin-cli|monero-wallet-cli"),
    args: /\b(?:send\w*|transfer)\b/,
  },
  { id: "trades", names: named("solana|spl-token"), args: /^transfer\b/ },
];

/** Whether a rule applies to a program with its arguments. */
export function holdsFor({ names, args, unless }: ProgramRule, program: UnwrappedProgram): boolean {
  if (!names.test(program.name)) return false;
  const joined = program.args.join(" ");
  return (args?.test(joined) ?? true) && !(unless?.test(joined) ?? false);
}

function named(...patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join("|")})$`);
}
