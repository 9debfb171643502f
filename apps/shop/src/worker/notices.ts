/** What a push says, read with care: whatever can not be read still has to be shown. */
import { text } from '@giftlane/texts/text.ts';

interface Shown extends NotificationOptions {
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
export function noticeOf(said: string | undefined): Shown {
  const fields = read(said);
  const word = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const tag = word('tag');
  return {
    title: word('title') || text('shop.name'),
    body: word('body'),
    // A repeat of a message takes the place of the first, without a sound.
    ...(tag && { tag }),
    data: { path: word('path') },
    ...picture,
  };
}

/** The page a notification leads to: one of ours, else home. */
export function pathOf(data: unknown): string {
  const path = fieldsOf(data).get('path');
  return typeof path === 'string' && /^\/(?!\/)[\w/?=&-]*$/.test(path) ? path : '/';
}
