import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { OrderState } from '@giftlane/contract/order-states.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import type { ReactNode } from 'react';
import { Money } from './money.tsx';

const gateways: Record<Order['eGateway'], string> = {
  PayPal: text('gateway.PayPal'),
  Wallet: text('gateway.Wallet'),
  BitCoin: text('gateway.BitCoin'),
  LiteCoin: text('gateway.LiteCoin'),
};

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt className="text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const unpaid: readonly OrderState[] = ['Pending', 'Declined', 'Failed'];

/** Whether nothing was paid for an order: then there is no receipt, only what it costs. */
const isUnpaid = ({ eStatus, bPaying }: Order) => unpaid.includes(eStatus) && !bPaying;

/** What the list of amounts is called. */
export const receiptTitle = (order: Order): string =>
  text(isUnpaid(order) ? 'orders.receipt.open' : 'orders.receipt');

/** What was paid, with what, and what came back; of an unpaid order what it costs. */
export function Receipt({ order }: { order: Order }) {
  const minorMoney = (minor: bigint) => <Money minor={minor} currency={order.eCurrency} />;
  const money = (amount: number) => minorMoney(fromWire(amount));
  const charges = order.aExtraCharges.filter(({ amount }) => amount !== 0);
  const total = fromWire(order.nTotalAmount);
  const subtotal = charges.reduce((rest, { amount }) => rest - fromWire(amount), total);
  return (
    <>
      <dl className="max-w-form">
        {charges.length > 0 && <Row label={text('cart.subtotal')}>{minorMoney(subtotal)}</Row>}
        {charges.map(({ name, amount }) => (
          <Row key={name} label={name}>
            {money(amount)}
          </Row>
        ))}
        <Row label={text('orders.total')}>{minorMoney(total)}</Row>
        {order.nWalletAmount > 0 && order.eStatus !== 'Failed' && (
          <Row label={text('orders.receipt.wallet')}>{money(order.nWalletAmount)}</Row>
        )}
        {!isUnpaid(order) && (
          <Row label={text('orders.receipt.gateway')}>{gateways[order.eGateway]}</Row>
        )}
        {order.nCashBack > 0 && !isUnpaid(order) && (
          <Row label={text('orders.receipt.cashback')}>{money(order.nCashBack)}</Row>
        )}
      </dl>
      <p className="mt-2 text-13 text-soft">{text('success.noTax')}</p>
    </>
  );
}
