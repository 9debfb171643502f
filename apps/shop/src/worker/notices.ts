/** Notifications of push messages. An unreadable message shows only the shop's name. */
import { text } from '@giftlane/texts/text.ts';

interface ShownNotification extends NotificationOptions {
  readonly title: string;
}

const picture = { icon: '/icon-192.png', badge: '/icon-192.png' } as const;

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);

function read(said: string | undefined): ReadonlyMap<string, unknown> {
  try {
    return fieldsOf(JSON.parse(said ?? ''));
  } catch {
    return new Map();
  }
}

/** The notification of a push message. */
export function noticeOf(said: string | undefined): ShownNotification {
  const fields = read(said);
  const word = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const tag = word('tag');
  return {
    title: word('title') || text('shop.name'),
    body: word('body'),
    // An equal tag replaces the notification, without a sound.
    ...(tag && { tag }),
    data: { path: word('path') },
    ...picture,
  };
}

/** The path a notification opens; home for anything but a path of the shop. */
export function pathOf(data: unknown): string {
  const path = fieldsOf(data).get('path');
  return typeof path === 'string' && /^\/(?!\/)[\w/?=&-]*$/.test(path) ? path : '/';
}
