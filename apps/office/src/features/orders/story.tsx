import { text } from '@giftlane/texts/text.ts';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { column, momentColumn } from '../../list/column.tsx';
import { type Column, TableSection } from '../../list/list.tsx';
import { moneyText } from '../../list/money.ts';
import { Facts, Moment, Section } from '../../parts/figures.tsx';
import { moments, type OfficeOrder, payments, reveals } from './words.tsx';

/** What an order cost, and who paid it. */
export function MoneyStory({ order }: { order: OfficeOrder }) {
  const { eCurrency, nSubtotal, nServiceCharge, nDiscount, nTotal, nWallet, nCashback, nRefunded } =
    order;
  const some = (amount: number, sign = '') =>
    amount > 0 ? sign + moneyText(amount, eCurrency) : '';
  return (
    <Section title={text('office.order.money')}>
      <Facts
        facts={[
          [text('office.order.subtotal'), moneyText(nSubtotal, eCurrency)],
          [text('office.order.charge'), some(nServiceCharge)],
          [text('office.order.discount'), some(nDiscount, '−')],
          [text('office.order.total'), <strong key="total">{moneyText(nTotal, eCurrency)}</strong>],
          [text('office.order.wallet'), some(nWallet)],
          [order.eGateway, some(Number((nTotal - nWallet).toFixed(2)))],
          [text('office.order.cashback'), some(nCashback)],
          [text('office.orders.refunded'), some(nRefunded, '−')],
        ]}
      />
    </Section>
  );
}

/** Without looks and deeds that the same operator repeats right after. */
const told = (all: OfficeOrder['aMoments']) =>
  all.filter(({ eKind, sWhat, sWho }, i) => {
    const next = all[i + 1];
    return eKind !== 'deed' || next?.eKind !== eKind || next.sWhat !== sWhat || next.sWho !== sWho;
  });

/** What happened, in the order of time. */
export const Timeline = ({ order: { aMoments, eCurrency } }: { order: OfficeOrder }) => (
  <Section title={text('office.order.timeline')}>
    <ol className="border-s border-line ps-4">
      {told(aMoments).map(({ dAt, eKind, sWhat, sWho, nAmount }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the past does not change its order.
        <li key={i} className="mb-3 text-15">
          <p className="wrap-anywhere">
            {moments[eKind]} {sWhat}
            {nAmount !== null && (
              <span className="tabular-nums"> {moneyText(nAmount, eCurrency)}</span>
            )}
          </p>
          <p className="text-13 wrap-anywhere text-soft">
            <Moment at={dAt} />
            {sWho && ` · ${sWho}`}
          </p>
        </li>
      ))}
    </ol>
  </Section>
);

const paymentColumns: readonly Column<OfficeOrder['aPayments'][number]>[] = [
  column(text('office.orders.what'), ({ sWhat }) => payments[sWhat]),
  column(text('office.order.providerId'), ({ sProviderId }) => (
    <span className="font-code text-13">{sProviderId}</span>
  )),
  column(text('office.orders.state'), 'sState'),
  column(text('office.reason'), 'sDetail', 'wide'),
  column(
    text('office.orders.total'),
    ({ sAmount, sCurrency }) => `${sAmount} ${sCurrency.toUpperCase()}`,
    'figure',
  ),
];

/** What the provider and the chain know, by their ids. */
export const Payments = ({ order: { aPayments } }: { order: OfficeOrder }) => (
  <TableSection
    label={text('office.order.payments')}
    none={text('office.order.noPayments')}
    rows={aPayments}
    idOf={({ sWhat, sProviderId, sState }) => [sWhat, sProviderId, sState].join()}
    columns={paymentColumns}
  />
);

const revealColumns: readonly Column<OfficeOrder['aReveals'][number]>[] = [
  column(text('office.codes.serial'), 'sSerial'),
  column(text('office.order.by'), ({ eKind, sOperator }) => sOperator || reveals[eKind]),
  column(text('office.order.from'), 'sAddress'),
  momentColumn(text('office.orders.at'), 'dCreatedAt'),
];

/** Who saw codes, when and from where. */
export const Reveals = ({ order: { aReveals } }: { order: OfficeOrder }) => (
  <TableSection
    label={text('office.order.reveals')}
    none={text('office.order.noReveals')}
    rows={aReveals}
    idOf={({ sCodeId, dCreatedAt }) => sCodeId + dCreatedAt}
    columns={revealColumns}
  />
);

/** The journals in the ledger, each with its postings. */
export const Journals = ({ order: { aJournals } }: { order: OfficeOrder }) => (
  <Section title={text('office.order.journals')}>
    {aJournals.map(({ sKey, sKind, dCreatedAt, aPostings }) => (
      <Disclosure
        key={sKey}
        summary={
          <span className="grow text-15">
            {sKind}{' '}
            <span className="text-13 text-soft">
              <Moment at={dCreatedAt} />
            </span>
          </span>
        }
      >
        <Facts
          facts={aPostings.map(({ sAccount, sAmount, sCurrency }) => [
            sAccount,
            `${sAmount} ${sCurrency.toUpperCase()}`,
          ])}
        />
      </Disclosure>
    ))}
  </Section>
);
