import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { useState } from 'react';
import { ClosingObstacles } from './closing-obstacles.tsx';
import type { MyData } from './my-data.ts';

const CloseDialog = lazyPart(() => import('./close-dialog.tsx'));

/** The data that is kept, each with its reason. */
const keptWords = (years: number) => [
  text('myData.kept.books'),
  text('myData.kept.identity', { years }),
  text('myData.kept.looks'),
  text('myData.kept.theirs'),
  text('myData.kept.itself'),
];

/** Closing the account: what prevents it, what is erased, and what is kept. */
export function CloseSection({ data }: { data: MyData }) {
  const [asking, setAsking] = useState(false);
  const { aInTheWay, nGraceDays, nIdentityYears } = data;
  return (
    <section
      aria-labelledby="my-data-close"
      className="rounded-panel border border-line bg-surface p-5"
    >
      <h2 id="my-data-close" className="text-17 font-semibold">
        {text('myData.close.title')}
      </h2>
      <p className="mt-1 max-w-prose text-soft">
        {text('myData.close.text', { days: nGraceDays })}
      </p>
      {aInTheWay.length > 0 && <ClosingObstacles list={aInTheWay} />}
      <div className={cx('mt-5', aInTheWay.length === 0 && 'border-b border-line')}>
        <Disclosure summary={text('myData.close.erasedTitle')}>
          <p className="max-w-prose text-soft">{text('myData.close.erased')}</p>
        </Disclosure>
        <Disclosure summary={text('myData.close.keptTitle')}>
          <ul className="max-w-prose list-disc space-y-1 ps-5 text-soft">
            {keptWords(nIdentityYears).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Disclosure>
      </div>
      {aInTheWay.length === 0 && (
        <Button look="danger" className="mt-6" onClick={() => setAsking(true)}>
          {text('myData.close.action')}
        </Button>
      )}
      {asking && <CloseDialog days={nGraceDays} onClose={() => setAsking(false)} />}
    </section>
  );
}
