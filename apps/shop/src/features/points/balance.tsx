import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money.ts';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Points, pointsText } from './queries.ts';

const SpendDialog = lazy(() => import('./spend-dialog.tsx'));

/** The points there are, what they are worth, and the way into the wallet. */
export function PointsBalance({ points }: { points: Points }) {
  const [open, setOpen] = useState(false);
  const { nPoints, nAmount, nLeast, eCurrency } = points;
  const enough = nPoints >= nLeast && nPoints > 0;
  return (
    <section aria-labelledby="points-balance" className="rounded-panel band p-6 md:p-8">
      <h2 id="points-balance" className="font-text text-15 font-normal tracking-normal">
        {text('points.balance')}
      </h2>
      <p className="mt-1 font-display text-40 font-bold tracking-tighter tabular-nums">
        {pointsText(nPoints)}
      </p>
      <p className="mb-6">
        {text('points.worth', { amount: formatMoney(fromWire(nAmount), eCurrency) })}
      </p>
      {enough ? (
        <Button onClick={() => setOpen(true)}>{text('points.spend')}</Button>
      ) : (
        <p className="text-15">{text('points.tooFew', { least: pointsText(nLeast) })}</p>
      )}
      <Suspense fallback={null}>
        {open && <SpendDialog points={points} onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  );
}
