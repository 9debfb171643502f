import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { useState } from 'react';
import { type Points, pointsText } from './queries.ts';

const SpendDialog = lazyPart(() => import('./spend-dialog.tsx'));

/** The points there are, what they are worth, and the way into the wallet. */
export function PointsBalance({ points }: { points: Points }) {
  const [open, setOpen] = useState(false);
  const { nPoints, nAmount, nLeast, eCurrency } = points;
  const enough = nPoints >= nLeast && nPoints > 0;
  return (
    <section
      aria-labelledby="points-balance"
      className={cx(
        'rounded-panel p-5',
        // What can not be used yet is not shouted.
        enough ? 'band' : 'border border-line bg-surface',
      )}
    >
      <h2 id="points-balance" className="font-text text-15 font-normal tracking-normal">
        {text('points.balance')}
      </h2>
      <p
        className={cx(
          'mt-1 font-display font-bold tracking-tighter tabular-nums',
          enough ? 'text-40' : 'text-28',
        )}
      >
        {pointsText(nPoints)}
      </p>
      <p className="mb-4">
        {text('points.worth', { amount: formatMoney(fromWire(nAmount), eCurrency) })}
      </p>
      {enough ? (
        <Button onClick={() => setOpen(true)}>{text('points.spend')}</Button>
      ) : (
        <>
          <div aria-hidden="true" className="mb-2 h-2 overflow-hidden rounded-pill bg-sunken">
            <div
              className="h-full rounded-pill bg-leaf"
              style={{ width: `${Math.min(100, (100 * nPoints) / Math.max(1, nLeast))}%` }}
            />
          </div>
          <p className="text-15 text-soft">
            {text('points.tooFew', { left: pointsText(Math.max(1, nLeast) - nPoints) })}
          </p>
        </>
      )}
      {open && <SpendDialog points={points} onClose={() => setOpen(false)} />}
    </section>
  );
}
