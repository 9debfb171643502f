import type { useAction } from '@giftlane/client/use-action.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { isCoinGateway } from '../../rooms/checkout/coin-payment.ts';
import { pricedLine } from '../../rooms/checkout/order-draft.ts';
import { totalsOf } from '../../rooms/money/prices.ts';
import { furtherRefundShares, refundSharesText } from '../../rooms/orders/refund-shares.ts';
import { codeCount } from './order-state.ts';

interface CancelDialogProps {
  order: Order;
  cancel: ReturnType<typeof useAction>;
  onClose: () => void;
}

/** The refund of lines without codes, in minor units. */
function refundMinor({ aCartData }: Order): bigint {
  const waiting = aCartData.filter(({ nCodes, nRefunded }) => nCodes === 0 && nRefunded === 0);
  return totalsOf(waiting.map(pricedLine)).payableMinor;
}

/** Sentences about released money and refunds. */
function effectsOf(order: Order): string[] {
  const { eStatus, eGateway, eCurrency, nWalletAmount } = order;
  if (eStatus !== 'Processing') {
    const amount = formatMoney(fromWire(nWalletAmount), eCurrency);
    const free = nWalletAmount > 0 ? [text('orders.cancel.free', { amount })] : [];
    return [text('orders.cancel.unpaid'), ...free];
  }
  const backMinor = refundMinor(order);
  const amount = formatMoney(backMinor, eCurrency);
  const back = refundSharesText(furtherRefundShares(order, backMinor), order);
  return [
    isCoinGateway(eGateway)
      ? text('orders.cancel.paidCoin', { amount })
      : text('orders.cancel.paid', { amount, back }),
    ...(codeCount(order) > 0 ? [text('orders.cancel.rest')] : []),
  ];
}

/** Asks for a confirmation and tells what cancelling does. */
export default function CancelDialog({ order, cancel, onClose }: CancelDialogProps) {
  return (
    <Dialog
      title={text('orders.cancel.title')}
      intro={effectsOf(order).join(' ')}
      onClose={onClose}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{text('orders.cancel.keep')}</Button>
        <Button look="danger" {...cancel}>
          {text('orders.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
