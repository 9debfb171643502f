import { numberFormat } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';
import { FigureTable } from '@giftlane/ui/charts/figure-table.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Link } from 'react-router';
import { useMay } from '../../session.ts';
import { Block } from './block.tsx';
import type { TodayFigures } from './figures.ts';

const count = (n: number) => numberFormat().format(n);

function Days({ left }: { left: number }) {
  return (
    <span className={cx(left < 3 ? 'text-fail' : left < 7 && 'text-amber', 'font-medium')}>
      {left === 0 ? text('office.today.noneLeft') : text('office.today.daysLeft', { count: left })}
    </span>
  );
}

/** The cards whose codes last for the fewest days. */
export function StockLeft({ stock }: { stock: TodayFigures['aStock'] }) {
  const edits = useMay('stock.edit');
  if (stock.length === 0) return null;
  return (
    <Block title={text('office.today.stock')} note={text('office.today.stock.hint')}>
      <FigureTable
        caption={text('office.today.stock')}
        heads={[
          text('office.today.card'),
          text('office.today.free'),
          text('office.today.week'),
          text('office.today.month'),
          text('office.today.lasts'),
        ]}
        figures={4}
        rows={stock.map(({ _id, iBrandId, sTitle, nFree, nWeek, nMonth, nDaysLeft }) => ({
          key: _id,
          cells: [
            edits ? (
              <Link key="card" to={`/stock?brand=${iBrandId}`}>
                {sTitle}
              </Link>
            ) : (
              sTitle
            ),
            count(nFree),
            count(nWeek),
            count(nMonth),
            <Days key="left" left={nDaysLeft} />,
          ],
        }))}
      />
    </Block>
  );
}
