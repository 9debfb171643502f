import { formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Points } from './queries.ts';

/** How points come and go, in the numbers of today. */
export function HowPoints({ points: { nPercent, eCurrency } }: { points: Points }) {
  const rules = [
    nPercent > 0
      ? text('points.how.purchase', { percent: nPercent })
      : text('points.how.purchaseOff'),
    text('points.how.worth', { one: formatMoney(1n, eCurrency) }),
    text('points.how.refund'),
    text('home.points.signedIn'),
  ];
  return (
    <section
      aria-labelledby="points-how"
      className="rounded-panel border border-line bg-surface p-5"
    >
      <h2 id="points-how" className="text-17 font-semibold">
        {text('points.how.title')}
      </h2>
      <ul className="mt-3 list-disc space-y-2 ps-5 text-15 text-soft marker:text-edge">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}
