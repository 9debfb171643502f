import type { CoinGateway } from '@giftlane/contract/gateways.ts';
import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { OrderState } from '@giftlane/contract/order-states.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { coinOf, isCoinGateway } from './coin-payment.ts';
import { coinAmount, rateText } from './coins.ts';
import { Money } from './money.tsx';
import { totalsOfOrder } from './prices.ts';
import { SumRow, SumRows } from './totals-list.tsx';

const gateways: Record<Order['eGateway'], string> = {
  PayPal: text('gateway.PayPal'),
  Wallet: text('gateway.Wallet'),
  BitCoin: text('gateway.BitCoin'),
  LiteCoin: text('gateway.LiteCoin'),
};

const unpaid: readonly OrderState[] = ['Pending', 'Declined', 'Failed'];

/** Whether nothing was paid for an order: then there is no receipt, only what it costs. */
const isUnpaid = ({ eStatus, bPaying }: Order) => unpaid.includes(eStatus) && !bPaying;

/** What the list of amounts is called. */
export const receiptTitle = (order: Order): string =>
  text(isUnpaid(order) ? 'orders.receipt.open' : 'orders.receipt');

/** The transaction by which coins came: with it anybody can look for it on the chain. */
function Transaction({ id }: { id: string }) {
  return (
    <div className="py-1">
      <dt className="text-soft">{text('orders.receipt.transaction')}</dt>
      <dd className="font-code text-13 break-all">{id}</dd>
    </div>
  );
}

/** The coins that paid, and the rate that was locked for them. */
function Coins({ order, gateway }: { order: Order; gateway: CoinGateway }) {
  const { nCoinAmount, nCoinRate, eCurrency, sPaymentId } = order;
  const { coin } = coinOf(gateway);
  return (
    <>
      {nCoinAmount !== undefined && (
        <SumRow label={text('orders.receipt.coins', { coin })}>
          <span className="tabular-nums">{coinAmount(nCoinAmount, coin)}</span>
        </SumRow>
      )}
      {nCoinRate !== undefined && (
        <SumRow label={text('orders.receipt.rate')}>
          <span className="tabular-nums">{rateText(coin, nCoinRate, eCurrency)}</span>
        </SumRow>
      )}
      {sPaymentId !== '' && <Transaction id={sPaymentId} />}
    </>
  );
}

/** What was paid, with what, and what came back; of an unpaid order what it costs. */
export function Receipt({ order }: { order: Order }) {
  const currency = order.eCurrency;
  const money = (amount: number) => <Money minor={fromWire(amount)} currency={currency} />;
  return (
    <>
      <dl className="max-w-form">
        <SumRows totals={totalsOfOrder(order)} currency={currency} total={text('orders.total')} />
        {order.nWalletAmount > 0 && order.eStatus !== 'Failed' && (
          <SumRow label={text('orders.receipt.wallet')}>{money(order.nWalletAmount)}</SumRow>
        )}
        {!isUnpaid(order) && (
          <SumRow label={text('orders.receipt.gateway')}>{gateways[order.eGateway]}</SumRow>
        )}
        {!isUnpaid(order) && isCoinGateway(order.eGateway) && (
          <Coins order={order} gateway={order.eGateway} />
        )}
        {order.nCashBack > 0 && !isUnpaid(order) && (
          <SumRow label={text('orders.receipt.cashback')}>{money(order.nCashBack)}</SumRow>
        )}
      </dl>
      <p className="mt-2 text-13 text-soft">{text('success.noTax')}</p>
    </>
  );
}
