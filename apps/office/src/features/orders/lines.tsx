import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { useState } from 'react';
import { column } from '../../list/column.tsx';
import { type Column, Table } from '../../list/list.tsx';
import { moneyText } from '../../list/money.ts';
import { Section } from '../../parts/figures.tsx';
import { useMay } from '../../session.ts';
import { RefundDialog } from './refund-dialog.tsx';
import type { OfficeOrder } from './words.tsx';

type Line = OfficeOrder['aLines'][number];

const checkClass = 'size-5 accent-leaf align-middle';

const columnsOf = (
  { eCurrency }: OfficeOrder,
  choose: ((line: Line) => React.ReactNode) | undefined,
): Column<Line>[] => [
  ...(choose ? [column(text('office.refund.choose'), choose)] : []),
  column(text('office.orders.what'), 'sTitle'),
  column(text('office.lines.count'), 'nQuantity', 'figure'),
  column(
    text('office.lines.seen'),
    ({ nCodes, nViewed }) => text('office.lines.seenOf', { viewed: nViewed, count: nCodes }),
    'figure',
  ),
  column(
    text('office.orders.refunded'),
    ({ nRefunded, dRefundedAt }) => (dRefundedAt ? moneyText(nRefunded, eCurrency) : ''),
    'figure',
  ),
  column(text('office.orders.total'), ({ nTotal }) => moneyText(nTotal, eCurrency), 'figure'),
];

const Check = ({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => (
  <label className="flex min-h-9 items-center gap-2 text-15">
    <input
      type="checkbox"
      className={checkClass}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
);

/** The lines of an order, of which some are refunded. */
export function Lines({ order }: { order: OfficeOrder }) {
  const may = useMay('orders.refund') && ['paid', 'accepted', 'delivered'].includes(order.eState);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [bEvenViewed, setEvenViewed] = useState(false);
  const [bEvenCoinsGone, setEvenCoinsGone] = useState(false);
  const [open, setOpen] = useState(false);
  const byCoins = order.eGateway === 'BitCoin' || order.eGateway === 'LiteCoin';
  const aLineIds = chosen.filter((id) =>
    order.aLines.some((line) => line._id === id && !line.dRefundedAt),
  );
  const check = ({ _id, sTitle, dRefundedAt }: Line) =>
    !dRefundedAt && (
      <input
        type="checkbox"
        className={checkClass}
        aria-label={text('office.refund.chooseLine', { title: sTitle })}
        checked={chosen.includes(_id)}
        onChange={({ target }) =>
          setChosen(target.checked ? [...chosen, _id] : chosen.filter((id) => id !== _id))
        }
      />
    );
  return (
    <Section title={text('office.lines.title')}>
      <Table
        label={text('office.lines.title')}
        columns={columnsOf(order, may ? check : undefined)}
        rows={order.aLines}
      />
      {may && (
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button look="primary" disabled={aLineIds.length === 0} onClick={() => setOpen(true)}>
            {text('office.refund.open')}
          </Button>
          {order.aLines.some(({ nCodes }) => nCodes > 0) && (
            <Check
              label={text('office.refund.evenViewed')}
              checked={bEvenViewed}
              onChange={setEvenViewed}
            />
          )}
          {byCoins && order.bPaymentGone && (
            <Check
              label={text('office.refund.evenGone')}
              checked={bEvenCoinsGone}
              onChange={setEvenCoinsGone}
            />
          )}
        </div>
      )}
      {open && (
        <RefundDialog
          order={order}
          wish={{ aLineIds, bEvenViewed, bEvenCoinsGone }}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  );
}
