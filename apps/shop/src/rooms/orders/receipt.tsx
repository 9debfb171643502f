import { fromWire } from '@giftlane/contract/money/money.ts';
import { paidRows } from '@giftlane/contract/money/sums.ts';
import type { CoinGateway } from '@giftlane/contract/shop/gateways.ts';
import type { OrderState } from '@giftlane/contract/shop/order-states.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import type { ReactNode } from 'react';
import { coinOf, isCoinGateway } from '../checkout/coin-payment.ts';
import { coinAmount, rateText } from '../coins/coins.ts';
import { Money } from '../money/money.tsx';
import { totalsOfOrder } from '../money/prices.ts';
import { ShareRows, SumRow, SumRows } from '../money/totals-list.tsx';
import { Company } from '../pages/company.tsx';
import { refundedMinor, refundShares } from './refund-shares.ts';

const unpaid: readonly OrderState[] = ['Pending', 'Declined', 'Failed'];

/** True for an order without a payment, which has no receipt, only a total. */
export const isUnpaid = ({ eStatus }: Order) => unpaid.includes(eStatus);

/** The heading of the receipt. */
export const receiptTitle = (order: Order): string =>
  text(isUnpaid(order) ? 'orders.receipt.open' : 'orders.receipt');

/** The id of the coin transaction, for lookup on the chain. */
function Transaction({ id }: { id: string }) {
  return (
    <div className="py-1">
      <dt className="text-soft">{text('orders.receipt.transaction')}</dt>
      <dd className="font-code text-13 break-all">{id}</dd>
    </div>
  );
}

/** Coin amount, network fee and locked rate of the payment. */
function Coins({ order, gateway }: { order: Order; gateway: CoinGateway }) {
  const { nCoinAmount, nCoinRate, nCoinFee, eCurrency, sPaymentId } = order;
  const { coin } = coinOf(gateway);
  return (
    <>
      {nCoinAmount !== undefined && (
        <SumRow label={text('orders.receipt.coins', { coin })}>
          <span className="tabular-nums">{coinAmount(nCoinAmount, coin)}</span>
        </SumRow>
      )}
      {nCoinFee !== undefined && (
        <SumRow label={text('checkout.coin.fee')}>
          <span className="tabular-nums">{coinAmount(nCoinFee, coin)}</span>
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

/** Refunds by card and wallet, and the remaining sum unless cashback or points were withdrawn. */
function RefundRows({ order }: { order: Order }) {
  const { aCartData: lines, eCurrency: currency, nTotalAmount } = order;
  const { cardMinor, walletMinor } = refundShares(order);
  const rows = [
    [text('orders.receipt.toCard'), cardMinor],
    [text('orders.receipt.toWallet'), walletMinor],
  ] as const;
  const backMinor = refundedMinor(order);
  if (backMinor === 0n) return null;
  const whole = lines.every(
    ({ nCashBackTaken, nPointsKept }) => nCashBackTaken === undefined && nPointsKept === undefined,
  );
  return (
    <>
      {rows.map(
        ([label, minor]) =>
          minor > 0n && (
            <SumRow key={label} label={label}>
              <Money minor={-minor} currency={currency} className="font-medium text-leaf" />
            </SumRow>
          ),
      )}
      {whole && (
        <SumRow label={text('orders.receipt.inTheEnd')} strong>
          <Money minor={fromWire(nTotalAmount) - backMinor} currency={currency} />
        </SumRow>
      )}
    </>
  );
}

/** Payments, refunds and cashback. */
function PaidRows({ order }: { order: Order }) {
  const { eStatus, eGateway: gateway, eCurrency: currency, nCashBack } = order;
  const totalMinor = fromWire(order.nTotalAmount);
  const walletMinor = fromWire(order.nWalletAmount);
  return (
    <>
      {paidRows({ gateway, totalMinor, walletMinor }).map(({ label, minor }) => (
        <SumRow key={label} label={label}>
          <Money minor={minor} currency={currency} />
        </SumRow>
      ))}
      {isCoinGateway(gateway) && <Coins order={order} gateway={gateway} />}
      <RefundRows order={order} />
      {nCashBack > 0 && eStatus !== 'Refunded' && (
        <SumRow label={text('cart.cashback')}>
          <span className="font-medium text-leaf">
            +<Money minor={fromWire(nCashBack)} currency={currency} />
          </span>
        </SumRow>
      )}
    </>
  );
}

/** The amount left to pay of an open order; a failed order has released the wallet's share. */
function OpenRows({ order }: { order: Order }) {
  const { bPaying, dLapsesAt, eGateway: gateway } = order;
  if (!bPaying && !dLapsesAt) return null;
  return (
    <>
      <ShareRows
        payableMinor={fromWire(order.nTotalAmount)}
        walletMinor={fromWire(order.nWalletAmount)}
        currency={order.eCurrency}
        {...(bPaying && { rest: text('orders.receipt.onItsWay') })}
      />
      {bPaying && isCoinGateway(gateway) && <Coins order={order} gateway={gateway} />}
    </>
  );
}

interface ReceiptProps {
  order: Order;
  /** Further facts, below the payments. */
  children?: ReactNode;
}

/** Total, payments and refunds of an order; in a wide panel in two columns. */
export function Receipt({ order, children }: ReceiptProps) {
  return (
    <div className="@container">
      <div className="@min-[36rem]:grid @min-[36rem]:grid-cols-2 @min-[36rem]:gap-x-12">
        <dl>
          <SumRows
            totals={totalsOfOrder(order)}
            currency={order.eCurrency}
            total={text('orders.total')}
          />
        </dl>
        <div>
          <dl className="empty:hidden">
            {isUnpaid(order) ? <OpenRows order={order} /> : <PaidRows order={order} />}
          </dl>
          <p className="mt-2 text-13 text-soft">{text('success.noTax')}</p>
          {children}
          <Company className="mt-2" />
        </div>
      </div>
    </div>
  );
}
