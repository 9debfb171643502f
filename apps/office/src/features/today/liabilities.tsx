import type { Currency } from '@giftlane/contract/money/money.ts';
import { formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { FigureTable } from '@giftlane/ui/charts/figure-table.tsx';
import { Link } from 'react-router';
import { moneyText } from '../../list/money.ts';
import { Block } from './block.tsx';
import type { TodayFigures } from './figures.ts';

/** What the shop owes its members. */
export function Liabilities({ owed }: { owed: NonNullable<TodayFigures['oLiabilities']> }) {
  const { dCounted, aMoney, aCoins } = owed;
  const name = (unit: string) => (
    <Link key="unit" to="/ledger">
      {unit.toUpperCase()}
    </Link>
  );
  return (
    <Block
      title={text('office.today.owed')}
      note={dCounted && text('office.today.counted', { time: formatTime(dCounted) })}
    >
      <FigureTable
        caption={text('office.today.owed')}
        heads={[
          text('office.today.currency'),
          text('office.today.wallets'),
          text('office.today.held'),
          text('office.today.frozen'),
          text('office.today.points'),
        ]}
        figures={4}
        rows={[
          ...aMoney.map(({ sCurrency, nWallet, nHeld, nFrozen, nPoints }) => ({
            key: sCurrency,
            cells: [
              name(sCurrency),
              ...[nWallet, nHeld, nFrozen, nPoints].map((amount) =>
                moneyText(amount, sCurrency as Currency),
              ),
            ],
          })),
          ...aCoins.map(({ sCoin, sAmount }) => ({
            key: sCoin,
            cells: [name(sCoin), sAmount, '', '', ''],
          })),
        ]}
      />
    </Block>
  );
}
