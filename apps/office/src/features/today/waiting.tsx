import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Link } from 'react-router';
import { Age } from '../../list/age.tsx';
import { Block } from './block.tsx';
import type { TodayFigures } from './figures.ts';

type Queue = TodayFigures['aQueues'][number];

const names: Readonly<Record<Queue['sQueue'], string>> = {
  sales: text('office.nav.sales'),
  identity: text('office.today.identity'),
  refunds: text('office.today.openRefunds'),
  unmatched: text('office.today.unmatched'),
  disputes: text('office.today.disputes'),
  transfers: text('office.today.transfers'),
  jobs: text('office.today.jobs'),
  messages: text('office.today.messages'),
  claims: text('office.today.claims'),
};

const [lateMs, badMs] = [8 * 3_600_000, 24 * 3_600_000];

/** The colour of an age: whoever waits for a day waits too long. */
function toneOf(at: string): string {
  const ageMs = Date.now() - Date.parse(at);
  if (ageMs > badMs) return 'text-fail';
  return ageMs > lateMs ? 'text-amber' : 'text-soft';
}

const ageOf = ({ dOldest }: Queue) => (dOldest ? Date.parse(dOldest) : Number.POSITIVE_INFINITY);
/** Queues are counted so far. */
const most = 1_000;

/** What waits in each queue, the longest first. */
export function Waiting({ queues }: { queues: readonly Queue[] }) {
  if (queues.length === 0) return null;
  return (
    <Block
      className="max-lg:order-first"
      title={text('office.nav.queues')}
      note={text('office.today.oldest')}
    >
      <ul className="rounded-panel border border-line bg-surface">
        {queues
          .toSorted((a, b) => ageOf(a) - ageOf(b))
          .map(({ sQueue, nCount, dOldest }) => (
            <li key={sQueue} className="border-line not-first:border-t">
              <Link
                to={`/queues/${sQueue}`}
                className="flex items-baseline gap-3 px-3 py-1.5 text-15 text-ink no-underline hover:bg-sunken max-md:py-2.5"
              >
                <span className="min-w-0 grow truncate">{names[sQueue]}</span>
                <span className={cx('tabular-nums', nCount > 0 ? 'font-semibold' : 'text-soft')}>
                  {nCount >= most ? text('office.today.many', { count: most }) : nCount}
                </span>
                <span
                  className={cx(
                    'w-16 text-end text-13 tabular-nums',
                    dOldest ? toneOf(dOldest) : 'text-soft',
                  )}
                >
                  {dOldest ? <Age at={dOldest} /> : '–'}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </Block>
  );
}
