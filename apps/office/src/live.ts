/** Keeps what is shown up to date: one stream of the server's events per tab, while the tab is seen. */
import { connectApi } from '@giftlane/client/api.ts';
import type { Topic } from '@giftlane/contract/office/today.ts';
import { useEffect, useState } from 'react';
import { lock } from './idle.ts';
import { readNews } from './read-anew.ts';
import { checkOperator, onSignedOut } from './session.ts';

/** What is read anew when a topic changes: calls below `GET /office`. */
const readings: Readonly<Record<Topic, readonly string[]>> = {
  sales: ['/sales'],
  identity: ['/identity'],
  refunds: ['/refunds'],
  unmatched: ['/unmatched'],
  disputes: ['/disputes'],
  transfers: ['/transfers', '/coins'],
  jobs: ['/jobs'],
  messages: ['/messages'],
  claims: ['/claims'],
  orders: ['/orders'],
  money: ['/ledger', '/unmatched'],
  cases: ['/cases'],
  audit: ['/audit', '/session', '/operators', '/imports'],
};

const [firstPauseMs, longestPauseMs, quietMs] = [1_000, 30_000, 5_000];
/** Operators share figures of today that are younger than this (`features/today/figures.ts` of the server). */
const sharedMs = 3_000;
/** After so long without a key or a press the page's own calls do not prolong the session. */
const idleMs = 60_000;

let usedAt = Date.now();
const noteUse = () => {
  usedAt = Date.now();
};
for (const press of ['pointerdown', 'keydown'])
  addEventListener(press, noteUse, { capture: true, passive: true });
connectApi({
  headers: (): Record<string, string> => (Date.now() - usedAt > idleMs ? { 'x-idle': '1' } : {}),
});

/** Follows the events until it is stopped. `onLost` hears when they are lost for a while, and when they are back. */
function follow(onLost: (lost: boolean) => void): () => void {
  let events: EventSource | undefined;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    events?.close();
    events = undefined;
    clearTimeout(again);
  };
  const fail = () => {
    close();
    late ??= setTimeout(onLost, quietMs, true);
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
    failures += 1;
    // Not all pages at the same moment.
    again = setTimeout(open, pauseMs * (0.5 + Math.random() / 2));
    void checkOperator();
  };
  const open = () => {
    close();
    if (document.hidden || lock.read()) return;
    events = new EventSource('/api/v1/office/events');
    events.onerror = fail;
    events.addEventListener('ready', () => {
      failures = 0;
      clearTimeout(late);
      late = undefined;
      onLost(false);
      void readNews();
      void checkOperator();
    });
    events.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const changed = data.split(' ') as Topic[];
      void readNews(changed.flatMap((topic) => readings[topic] ?? []));
      setTimeout(readNews, sharedMs, ['/today']);
      if (changed.includes('audit')) void checkOperator();
    });
    events.addEventListener('ended', onSignedOut);
  };
  // A browser opens few connections at a time: tabs that are not seen need none.
  document.addEventListener('visibilitychange', open);
  const forget = lock.subscribe(open);
  open();
  return () => {
    forget();
    document.removeEventListener('visibilitychange', open);
    clearTimeout(late);
    close();
  };
}

/** Follows the events while the frame is shown; true when they are lost for some seconds. */
export function useLive(): boolean {
  const [lost, setLost] = useState(false);
  useEffect(() => follow(setLost), []);
  return lost;
}
