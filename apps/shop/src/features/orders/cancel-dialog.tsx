import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { isCoinGateway } from '../../rooms/checkout/coin-payment.ts';
import { pricedLine } from '../../rooms/checkout/order-draft.ts';
import { totalsOf } from '../../rooms/money/prices.ts';
import { sharesOfMore, sharesText } from '../../rooms/orders/given-back.ts';
import { codesOf } from './standing.ts';

interface CancelDialogProps {
  order: Order;
  busy: boolean;
  onCancel: () => void;
  onClose: () => void;
}

/** What is given back for the lines whose codes are not here. */
function backFor({ aCartData }: Order): bigint {
  const waiting = aCartData.filter(({ nCodes, nRefunded }) => nCodes === 0 && nRefunded === 0);
  return totalsOf(waiting.map(pricedLine)).payableMinor;
}

/** What cancelling does: which sum goes where. */
function effectOf(order: Order): string[] {
  const { eStatus, eGateway, eCurrency, nWalletAmount } = order;
  if (eStatus !== 'Processing') {
    const amount = formatMoney(fromWire(nWalletAmount), eCurrency);
    const free = nWalletAmount > 0 ? [text('orders.cancel.free', { amount })] : [];
    return [text('orders.cancel.unpaid'), ...free];
  }
  const backMinor = backFor(order);
  const amount = formatMoney(backMinor, eCurrency);
  const back = sharesText(sharesOfMore(order, backMinor), order);
  return [
    isCoinGateway(eGateway)
      ? text('orders.cancel.paidCoin', { amount })
      : text('orders.cancel.paid', { amount, back }),
    ...(codesOf(order) > 0 ? [text('orders.cancel.rest')] : []),
  ];
}

/** Asks whether the order is really to be cancelled, and says what that does. */
export default function CancelDialog({ order, busy, onCancel, onClose }: CancelDialogProps) {
  return (
    <Dialog title={text('orders.cancel.title')} intro={effectOf(order).join(' ')} onClose={onClose}>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{text('orders.cancel.keep')}</Button>
        <Button look="danger" busy={busy} onClick={onCancel}>
          {text('orders.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
