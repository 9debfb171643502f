import type { Obstacle } from '@giftlane/contract/members/my-data.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Link } from 'react-router';
import type { MyData } from './my-data.ts';

interface ObstacleWords {
  words: (amount: string) => string;
  link: { label: string; to: string };
}

const support = { label: text('myData.way.frozen.link'), to: '/contact-us' };
const orders = { label: text('myData.way.orders.link'), to: '/account/orders' };
const wallet = { label: text('myData.way.wallet.link'), to: '/account/wallet' };

/** What to do about each obstacle, and on which page. */
const obstacles: Readonly<Record<Obstacle, ObstacleWords>> = {
  frozen: { words: () => text('myData.way.frozen'), link: support },
  frozenMoney: { words: (amount) => text('myData.way.frozenMoney', { amount }), link: support },
  wallet: { words: (amount) => text('myData.way.wallet', { amount }), link: wallet },
  coins: { words: () => text('myData.way.coins'), link: wallet },
  orders: { words: () => text('myData.way.orders'), link: orders },
  refunds: { words: () => text('myData.way.refunds'), link: orders },
  selling: { words: () => text('myData.way.selling'), link: orders },
  adding: { words: () => text('myData.way.adding'), link: wallet },
  claims: { words: () => text('myData.way.claims'), link: orders },
};

/** The list of what prevents closing the account. */
export function ClosingObstacles({ list }: { list: MyData['aInTheWay'] }) {
  return (
    <div className="mt-4 rounded-small bg-amber-tint px-4 py-3 text-15">
      <h3 className="font-text font-semibold tracking-normal">{text('myData.close.wayTitle')}</h3>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        {list.map(({ eKind, nAmount = 0, eCurrency }) => {
          const { words, link } = obstacles[eKind];
          return (
            <li key={eKind + eCurrency}>
              {words(eCurrency ? formatMoney(fromWire(nAmount), eCurrency) : '')}{' '}
              <Link to={link.to} className="whitespace-nowrap underline">
                {link.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
