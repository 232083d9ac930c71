import { useEffect, useRef } from "preact/hooks";
import { ShownText } from "../kit/text/shown_text.tsx";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Menu, type MenuItem } from "../kit/menu.tsx";
import { Icon } from "../kit/icon.tsx";
import { Time } from "../kit/text/time.tsx";
import { TimedText } from "../kit/text/timed_text.tsx";
import { counted } from "../../client/words.ts";
import { useFrame } from "../shell/mod.ts";
import { sourcesOf } from "./model/places.ts";
import type { InboxStore } from "./store.ts";
import type { Notification } from "./model/types.ts";
import { CATEGORIES, SEVERITY_TONES } from "./model/words.ts";

type Props = { notification: Notification; selected: boolean; store: InboxStore; onDelete: () => void };

/** A notification, cut to two lines unless it is selected. */
export function NotificationLine({ notification, selected, store, onDelete }: Props) {
  const { id, title, status, category } = notification;
  const { places } = useFrame();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!selected || !store.byKeyboard.value) return;
    line.current?.scrollIntoView({ block: "nearest" });
    line.current?.querySelector<HTMLElement>(".inbox-title")?.focus();
  }, [selected]);
  const unread = status === "unread";
  const [main, ...others] = sourcesOf(notification, places);
  const classes = ["inbox-line", unread && "inbox-line-unread", selected && "inbox-line-selected"];
  return (
    <li
      ref={line}
      class={classes.filter(Boolean).join(" ")}
      aria-current={selected ? "true" : undefined}
      onPointerDown={() => {
        store.byKeyboard.value = false;
        store.select(id);
      }}
    >
      <input
        type="checkbox"
        aria-label={`Select ${title}`}
        checked={store.picked.value.has(id)}
        onChange={() => store.pick(id)}
      />
      <div class="inbox-words">
        <div class="row">
          <span class="inbox-headline">
            {unread && (
              <span class="inbox-dot">
                <span class="visually-hidden">unread</span>
              </span>
            )}
            {main
              ? (
                <a class="inbox-title" href={main.href} onClick={() => store.visited(notification)}>
                  <ShownText text={title} />
                </a>
              )
              : (
                <span class="inbox-title" tabIndex={-1}>
                  <ShownText text={title} />
                </span>
              )}
          </span>
          <Badge title={CATEGORIES[category].why}>{CATEGORIES[category].one}</Badge>
          <Marks notification={notification} />
          <span class="hint small">
            <Time at={notification.lastOccurredAt} />
          </span>
        </div>
        <p class="inbox-second small">
          {notification.detail && <ShownText as="span" text={saidOnce(notification.detail)} />}
          <Consequence notification={notification} />
          {[...(main ? [main] : []), ...others].map((source) => (
            <a
              key={source.id}
              href={source.href}
              title={source.id}
              onClick={() => store.visited(notification)}
            >
              {source.label}
            </a>
          ))}
        </p>
      </div>
      <Actions notification={notification} store={store} onDelete={onDelete} />
    </li>
  );
}

/** The badges of a notification. */
function Marks({ notification: { severity, status, open, resolvedAt, occurrences } }: {
  notification: Notification;
}) {
  return (
    <>
      {severity !== "info" && <Badge tone={SEVERITY_TONES[severity]}>{severity}</Badge>}
      {occurrences > 1 && <Badge title={`Happened ${occurrences} times.`}>× {occurrences}</Badge>}
      {!open && resolvedAt && <Badge tone="good">resolved</Badge>}
      {(status === "dismissed" || status === "archived") && <Badge>{status}</Badge>}
    </>
  );
}

/** Returns a text on one line, without the lines that its first line contains. */
function saidOnce(detail: string): string {
  const [first = "", ...others] = detail.split(/\s*\n\s*/);
  return [first, ...others.filter((line) => !first.includes(line))].join(" ");
}

/** The consequence of not deciding while a notification is open, or how it was resolved. */
function Consequence({ notification: { open, resolution, resolvedAt, ifIgnored } }: {
  notification: Notification;
}) {
  if (resolvedAt) {
    return (
      <span class="hint">
        Resolved <Time at={resolvedAt} />
        {resolution && (
          <>
            : <ShownText text={resolution} />
          </>
        )}
      </span>
    );
  }
  if (!open) return null;
  return (
    <span class="hint">
      If you do nothing: <TimedText text={ifIgnored} />
    </span>
  );
}

function Actions({ notification, store, onDelete }: Omit<Props, "selected">) {
  const { status, title } = notification;
  const move = (to: Parameters<InboxStore["move"]>[0]) => () => void store.move(to, [notification]);
  const away = status === "dismissed" || status === "archived";
  const more: MenuItem[] = [
    {
      label: status === "unread" ? "Mark as read" : "Mark as unread",
      onSelect: move(status === "unread" ? "read" : "unread"),
    },
    ...(status === "dismissed" ? [] : [{ label: "Dismiss", onSelect: move("dismiss") }]),
    ...(status === "archived" ? [] : [{ label: "Archive", onSelect: move("archive") }]),
    { label: "Delete …", onSelect: onDelete },
  ];
  return (
    <div class="inbox-actions">
      {away
        ? (
          <Button small label={`Back to the inbox: ${title}`} onPress={move("read")}>
            Back to the inbox
          </Button>
        )
        : <Button small label={`Archive: ${title}`} onPress={move("archive")}>Archive</Button>}
      <Menu label={`More for ${title}`} trigger={<Icon name="more" />} items={more} />
    </div>
  );
}

/** Asks for confirmation before notifications are deleted permanently. */
export const deletionWords = (count: number): string =>
  `${counted(count, "notification is", "notifications are")} permanently deleted. What ${
    count === 1 ? "it is" : "they are"
  } about stays as it is.`;
