import { serverNow } from '@giftlane/client/server-clock.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Dated } from '@giftlane/ui/layout/dated.tsx';
import { Mail } from 'lucide-react';

/** After this time an unanswered mail is no longer expected. */
const dayMs = 24 * 60 * 60_000;

/** True while the delivery mail is not accepted by a mail server yet; older orders have no record of it. */
export const isMailPending = ({ dDeliveredAt, oMail }: Order): boolean =>
  dDeliveredAt !== undefined &&
  oMail === undefined &&
  serverNow() - Date.parse(dDeliveredAt) < dayMs;

function mailText(order: Order): string | undefined {
  const { oMail } = order;
  if (!oMail) return isMailPending(order) ? text('orders.mail.underWay') : undefined;
  const { sTo: to, dAnsweredAt, bRefused } = oMail;
  if (bRefused) return text('orders.mail.refused', { to });
  return text('orders.mail.sent', {
    to,
    date: formatDate(dAnsweredAt),
    time: formatTime(dAnsweredAt),
  });
}

/** Recipient and time of the delivery mail. */
export function DeliveryMail({ order }: { order: Order }) {
  const words = mailText(order);
  if (!words) return null;
  return (
    <p className="mt-4 flex gap-2 border-t border-line pt-3 text-13 text-soft">
      <Mail aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <Dated words={words} /> {text('orders.mail.noCodes')}
      </span>
    </p>
  );
}
