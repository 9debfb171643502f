import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { FigureTable } from '@giftlane/ui/charts/figure-table.tsx';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { useState } from 'react';
import { groupLabels } from '../movements/groups.ts';
import { amountText, type Month, monthLetter, monthText, sumOf } from './history.ts';

interface MonthsPictureProps {
  currency: Currency;
  /** Oldest first, at least one. */
  months: readonly Month[];
}

function Bar({ share, look }: { share: number; look: string }) {
  return (
    <span
      className={cx('w-2/5 max-w-6 rounded-t-small', look)}
      style={{ height: `${share * 100}%` }}
    />
  );
}

interface SideProps {
  name: string;
  sign: '+' | '−';
  parts: Month['aIn'];
  /** The amount of the longest bar. */
  most: number;
  currency: Currency;
}

/** Credits or debits of a month by kind. */
function Side({ name, sign, parts, most, currency }: SideProps) {
  const incoming = sign === '+';
  return (
    <div className="min-w-0">
      <p className="text-13 text-soft">{name}</p>
      <p
        className={cx(
          'font-display text-21 font-semibold tabular-nums',
          incoming && parts.length > 0 && 'text-leaf',
        )}
      >
        {parts.length > 0 && sign}
        {amountText(sumOf(parts), currency)}
      </p>
      <dl className="mt-2 space-y-2 text-13">
        {parts.map(({ eKind, nAmount }) => (
          <div key={eKind} className="flex flex-wrap justify-between gap-x-4">
            <dt>{groupLabels[eKind]}</dt>
            <dd className="tabular-nums">{amountText(nAmount, currency)}</dd>
            <dd aria-hidden="true" className="mt-1 basis-full">
              <span
                className={cx(
                  'block h-1.5 min-w-1.5 rounded-pill',
                  incoming ? 'bg-leaf' : 'bg-edge',
                )}
                style={{ width: `${(nAmount / most) * 100}%` }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Credits and debits of a month by kind. */
function Parts({ month: { aIn, aOut }, currency }: { month: Month; currency: Currency }) {
  const most = Math.max(...[...aIn, ...aOut].map(({ nAmount }) => nAmount));
  if (aIn.length + aOut.length === 0)
    return <p className="text-13 text-soft">{text('wallet.pictures.months.none')}</p>;
  const [incoming, outgoing] = [text('wallet.transactions.in'), text('wallet.transactions.out')];
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-2">
      <Side name={incoming} sign="+" parts={aIn} most={most} currency={currency} />
      <Side name={outgoing} sign="−" parts={aOut} most={most} currency={currency} />
    </div>
  );
}

function MonthsTable({ currency, months }: MonthsPictureProps) {
  const rows = months.toReversed().flatMap(({ dMonth, aIn, aOut }) => {
    const month = monthText(dMonth);
    const lines = [
      ...aIn.map((part) => [part, true] as const),
      ...aOut.map((part) => [part, false] as const),
    ];
    if (lines.length === 0)
      return [{ key: dMonth, cells: [month, text('wallet.pictures.months.none'), '', ''] }];
    return lines.map(([{ eKind, nAmount }, incoming]) => {
      const amount = amountText(nAmount, currency);
      return {
        key: `${dMonth} ${eKind} ${incoming}`,
        cells: [month, groupLabels[eKind], incoming ? amount : '', incoming ? '' : amount],
      };
    });
  });
  return (
    <FigureTable
      caption={text('wallet.pictures.months')}
      heads={[
        text('wallet.pictures.month'),
        text('wallet.pictures.what'),
        text('wallet.transactions.in'),
        text('wallet.transactions.out'),
      ]}
      figures={2}
      rows={rows}
    />
  );
}

/** Credits and debits by month: chart, the chosen month's kinds, table. */
export function MonthsPicture({ currency, months }: MonthsPictureProps) {
  const [chosen, choose] = useState(months.length - 1);
  const [tabled, table] = useState(false);
  const shown = months[chosen] ?? months.at(-1);
  const [first, last] = [months[0], months.at(-1)];
  if (!shown || !first || !last) return null;
  const sums = months.map(({ aIn, aOut }) => ({ incoming: sumOf(aIn), outgoing: sumOf(aOut) }));
  const most = Math.max(...sums.flatMap(({ incoming, outgoing }) => [incoming, outgoing]), 0.01);
  const amount = (value: number) => amountText(value, currency);
  return (
    <figure className="min-w-0 rounded-panel border border-line bg-surface px-4 pt-4 md:px-6">
      <figcaption className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-17 font-semibold">{text('wallet.pictures.months')}</h3>
        <p className="sr-only">
          {text('wallet.pictures.months.summary', {
            first: monthText(first.dMonth),
            last: monthText(last.dMonth),
          })}
        </p>
        {months.length > 1 && (
          <p aria-hidden="true" className="flex gap-5 text-13 text-soft max-sm:basis-full">
            <span className="flex items-center gap-2">
              <span className="size-3 rounded-small bg-leaf" />
              {text('wallet.transactions.in')}
            </span>
            <span className="flex items-center gap-2">
              <span className="size-3 rounded-small bg-edge" />
              {text('wallet.transactions.out')}
            </span>
          </p>
        )}
      </figcaption>
      <div className={cx('grid gap-x-8 gap-y-5', months.length > 1 && 'lg:grid-cols-2')}>
        {months.length > 1 && (
          <div className="min-w-0">
            <div className="flex h-32 justify-center border-b border-line">
              {months.map(({ dMonth }, index) => {
                const { incoming = 0, outgoing = 0 } = sums[index] ?? {};
                return (
                  <button
                    key={dMonth}
                    type="button"
                    aria-pressed={index === chosen}
                    aria-label={text('wallet.pictures.months.valueAt', {
                      month: monthText(dMonth),
                      in: amount(incoming),
                      out: amount(outgoing),
                    })}
                    onClick={() => choose(index)}
                    onPointerEnter={() => choose(index)}
                    className={cx(
                      'flex h-full max-w-28 min-w-6 grow basis-0 items-end justify-center gap-px rounded-t-small px-0.5 hover:bg-sunken',
                      index === chosen && 'bg-sunken',
                    )}
                  >
                    <Bar share={incoming / most} look="bg-leaf" />
                    <Bar share={outgoing / most} look="bg-edge" />
                  </button>
                );
              })}
            </div>
            <div aria-hidden="true" className="mt-2 flex justify-center text-13 text-soft">
              {months.map(({ dMonth }, index) => (
                <span
                  key={dMonth}
                  className={cx(
                    'max-w-28 min-w-0 grow basis-0 text-center whitespace-nowrap',
                    // There is room for every third of twelve.
                    months.length > 6 && (months.length - 1 - index) % 3 !== 0 && 'invisible',
                  )}
                >
                  {monthLetter(dMonth)}
                </span>
              ))}
            </div>
          </div>
        )}
        <div className="min-h-24 min-w-0">
          <p className="mb-2 font-medium">{monthText(shown.dMonth)}</p>
          <Parts month={shown} currency={currency} />
        </div>
      </div>
      <div className="mt-4">
        <Disclosure summary={text('wallet.pictures.table')} onOpen={() => table(true)}>
          {tabled && <MonthsTable currency={currency} months={months} />}
        </Disclosure>
      </div>
    </figure>
  );
}
