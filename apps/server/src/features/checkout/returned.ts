import { text } from '@giftlane/contract/messages.ts';
import { formatMoney } from '@giftlane/contract/money.ts';
import { findMember } from '../accounts/accounts.ts';
import { compose, dispatch, type PostParts } from '../mails/mails.ts';
import { findOrder, type OrderKey } from '../orders/orders.ts';
import { type CheckoutParts, provider } from './parts.ts';
import { findCapture } from './queries.ts';

/** Tells a member that money which fits no order goes back to the card. */
export async function tellReturned(
  parts: PostParts & Pick<CheckoutParts, 'db'>,
  { memberId, id }: OrderKey,
  captureId: string,
): Promise<void> {
  const [member, order, capture] = await Promise.all([
    findMember(parts.db, memberId),
    findOrder(parts.db, memberId, id),
    findCapture(parts.db, provider, captureId),
  ]);
  if (!member || !order || !capture) return;
  const amount = formatMoney(capture.amountMinor, capture.currency);
  await dispatch(parts, {
    mailId: `returned.${captureId}`,
    to: member.email,
    letter: compose({
      heading: text('mail.returned.heading', { order: order.clientId }),
      paragraphs: [text('mail.returned.text', { amount }), text('mail.returned.order')],
      action: {
        label: text('mail.returned.action'),
        url: `${parts.config.publicUrl}/account/orders`,
      },
    }),
  });
}
