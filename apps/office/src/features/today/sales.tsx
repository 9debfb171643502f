import type { Currency } from '@giftlane/contract/money/money.ts';
import { dateFormat, numberFormat } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';
import { FigureTable } from '@giftlane/ui/charts/figure-table.tsx';
import { Plot } from '@giftlane/ui/charts/plot.tsx';
import { scaleOf } from '@giftlane/ui/charts/scale.ts';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { moneyText } from '../../list/money.ts';
import { useMay } from '../../session.ts';
import { Block } from './block.tsx';
import type { TodayFigures } from './figures.ts';

type SalesOf = TodayFigures['aSales'][number];
type Change = TodayFigures['oSignUps'];

const percent = numberFormat({ style: 'percent', signDisplay: 'exceptZero' });
const day = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** How a figure changed within the week. */
function changeText({ nNow, nBefore }: Change, written: string): string {
  if (nBefore === 0) return text('office.today.from', { amount: written });
  return percent.format((nNow - nBefore) / nBefore).replace('-', '−');
}

interface FigureProps {
  name: string;
  /** What it counts. */
  to: string | undefined;
  of: Change;
  write: (value: number) => string;
}

/** A figure beside that of the same day a week before. */
function Figure({ name, to, of, write }: FigureProps) {
  const inside = (
    <>
      <span className="block text-13 text-soft">{name}</span>
      <span className="block text-21 font-semibold tracking-tight tabular-nums">
        {write(of.nNow)}
      </span>
      <span className="block text-13 text-soft tabular-nums">
        {changeText(of, write(of.nBefore))}
      </span>
    </>
  );
  const box = 'block h-full rounded-panel border border-line bg-surface px-3 py-2 text-ink';
  return (
    <li className="min-w-0">
      {to === undefined ? (
        <div className={box}>{inside}</div>
      ) : (
        <Link to={to} className={`${box} no-underline hover:border-edge`}>
          {inside}
        </Link>
      )}
    </li>
  );
}

function Chart({ currency, days }: { currency: Currency; days: SalesOf['aDays'] }) {
  const [chosen, choose] = useState<number>();
  const [tabled, table] = useState(false);
  const scale = useMemo(
    () =>
      scaleOf(
        days.map(({ sDay, nSales }) => ({ at: sDay, value: nSales })),
        0,
        3,
      ),
    [days],
  );
  const at = (index: number) => days[index] ?? { sDay: '', nSales: 0 };
  const shown = at(chosen ?? days.length - 1);
  const say = (index: number) =>
    `${day.format(Date.parse(at(index).sDay))}: ${moneyText(at(index).nSales, currency)}`;
  return (
    <figure className="mt-4">
      <figcaption className="mb-3 flex justify-between gap-3 text-13 text-soft tabular-nums">
        <span>{text('office.today.days')}</span>
        <span aria-hidden="true">
          {day.format(Date.parse(shown.sDay))}{' '}
          <span className="font-semibold text-ink">{moneyText(shown.nSales, currency)}</span>
        </span>
      </figcaption>
      <Plot
        low
        scale={scale}
        currency={currency.toUpperCase()}
        axis={(atMs) => day.format(atMs)}
        label={text('office.today.chosen')}
        chosen={chosen}
        onChoose={choose}
        say={say}
      />
      <div className="mt-2">
        <Disclosure summary={text('office.today.table')} onOpen={() => table(true)}>
          {tabled && (
            <FigureTable
              caption={text('office.today.days')}
              heads={[text('office.today.day'), text('office.today.sales')]}
              figures={1}
              rows={days.toReversed().map(({ sDay, nSales }) => ({
                key: sDay,
                cells: [day.format(Date.parse(sDay)), moneyText(nSales, currency)],
              }))}
            />
          )}
        </Disclosure>
      </div>
    </figure>
  );
}

function Figures({ sales, signUps }: { sales: SalesOf; signUps: Change }) {
  const [seesOrders, seesMembers] = [useMay('orders.read'), useMay('members.read')];
  const currency = sales.sCurrency as Currency;
  const money = (amount: number) => moneyText(amount, currency);
  const count = (n: number) => numberFormat().format(n);
  const today = sales.aDays.at(-1)?.sDay ?? '';
  const orders = (filter = '') =>
    seesOrders
      ? `/orders?${new URLSearchParams({ dFrom: today, dTo: today, eCurrency: currency })}${filter}`
      : undefined;
  return (
    <>
      <p className="mb-2 text-13 text-soft">{text('office.today.change')}</p>
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-5">
        <Figure name={text('office.today.sales')} to={orders()} of={sales.oSales} write={money} />
        <Figure name={text('office.today.orders')} to={orders()} of={sales.oOrders} write={count} />
        <Figure
          name={text('office.today.cashback')}
          to={orders('&eState=delivered')}
          of={sales.oCashback}
          write={money}
        />
        <Figure
          name={text('office.today.refunds')}
          to={seesOrders ? `/orders?eState=refunded&eCurrency=${currency}` : undefined}
          of={sales.oRefunds}
          write={money}
        />
        <Figure
          name={text('office.today.signUps')}
          to={seesMembers ? '/members' : undefined}
          of={signUps}
          write={count}
        />
      </ul>
      <Chart currency={currency} days={sales.aDays} />
    </>
  );
}

/** What was sold, by currency. */
export function Sales({ today: { aSales, oSignUps } }: { today: TodayFigures }) {
  const [chosen, choose] = useState<string>();
  const shown = aSales.find(({ sCurrency }) => sCurrency === chosen) ?? aSales[0];
  if (!shown)
    return (
      <Block title={text('office.today.sales')}>
        <p className="text-soft">{text('office.today.none')}</p>
      </Block>
    );
  const figures = <Figures key={shown.sCurrency} sales={shown} signUps={oSignUps} />;
  if (aSales.length === 1) return figures;
  return (
    <Tabs
      label={text('office.today.currency')}
      tabs={aSales.map(({ sCurrency }) => ({ value: sCurrency, label: sCurrency.toUpperCase() }))}
      value={shown.sCurrency}
      onChange={choose}
    >
      {figures}
    </Tabs>
  );
}
