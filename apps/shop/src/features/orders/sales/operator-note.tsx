import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';

/** An operator's note about a sale (ORD-12); `brief` cuts a long one. */
export function OperatorNote({ order, brief = false }: { order: Order; brief?: boolean }) {
  if (!order.sNotice) return null;
  return (
    <p className={cx('rounded-small bg-amber-tint px-3 py-2 text-15', brief ? 'mb-1' : 'mt-3')}>
      <span className={cx('block', brief && 'line-clamp-3')}>
        <span className="font-semibold">{text('sell.notice')}</span> {order.sNotice}
      </span>
    </p>
  );
}
