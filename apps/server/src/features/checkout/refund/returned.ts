/** Mails about payments: a top-up credited, a payment returned, coins bought. */

import { formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { unitsText } from '../../../utxo/units.ts';
import { findMember } from '../../accounts/accounts.ts';
import { compose, dispatch, type PostParts } from '../../mails/mails.ts';
import { findOrder, type OrderKey } from '../../orders/orders.ts';
import { findTopUp, isTopUp, type TopUpKey } from '../../topups/topups.ts';
import type { CoinsBought } from '../jobs.ts';
import { type CheckoutParts, provider } from '../parts.ts';
import { findCapture } from '../queries.ts';

type Parts = PostParts & Pick<CheckoutParts, 'db'>;

const toWallet = ({ config }: Parts) => ({
  label: text('mail.added.action'),
  url: `${config.publicUrl}/account/wallet`,
});

function returnedTopUp(parts: Parts, amount: string) {
  return compose({
    heading: text('mail.returnedTopUp.heading'),
    paragraphs: [text('mail.returnedTopUp.text', { amount }), text('mail.returnedTopUp.again')],
    action: toWallet(parts),
  });
}

function returnedOrder({ config }: Parts, order: string, amount: string) {
  return compose({
    heading: text('mail.returned.heading', { order }),
    paragraphs: [text('mail.returned.text', { amount }), text('mail.returned.order')],
    action: { label: text('mail.returned.action'), url: `${config.publicUrl}/account/orders` },
  });
}

/** Mails a member that a payment which matches no order or top-up is refunded to the card. */
export async function tellReturned(parts: Parts, key: OrderKey, captureId: string): Promise<void> {
  const [member, order, capture] = await Promise.all([
    findMember(parts.db, key.memberId),
    isTopUp(key) ? undefined : findOrder(parts.db, key.memberId, key.id),
    findCapture(parts.db, provider, captureId),
  ]);
  if (!member || !capture || !(order || isTopUp(key))) return;
  const amount = formatMoney(capture.amountMinor, capture.currency);
  await dispatch(parts, {
    mailId: `returned.${captureId}`,
    to: member.email,
    letter: order ? returnedOrder(parts, order.clientId, amount) : returnedTopUp(parts, amount),
  });
}

/** Mails a member that coins which did not pay their order were bought. */
export async function tellCredited(parts: Parts, bought: CoinsBought): Promise<void> {
  const { memberId, orderId, coin, units, currency, minor, nth } = bought;
  const [member, order] = await Promise.all([
    findMember(parts.db, memberId),
    findOrder(parts.db, memberId, orderId),
  ]);
  if (!member || !order) return;
  const coins = `${unitsText(BigInt(units))} ${coin.toUpperCase()}`;
  const amount = formatMoney(BigInt(minor), currency);
  await dispatch(parts, {
    mailId: `credited.${orderId}.${nth}`,
    to: member.email,
    letter: compose({
      heading: text('mail.coinsBought.heading', { amount }),
      paragraphs: [
        text('mail.coinsBought.text', { coins, order: order.clientId }),
        text('mail.coinsBought.why'),
      ],
      action: toWallet(parts),
    }),
  });
}

/** Mails a member that a top-up was credited. */
export async function tellAdded(parts: Parts, key: TopUpKey): Promise<void> {
  const [member, topUp] = await Promise.all([
    findMember(parts.db, key.memberId),
    findTopUp(parts.db, key),
  ]);
  if (!member || topUp?.state !== 'paid') return;
  const amount = formatMoney(topUp.amountMinor, topUp.currency);
  await dispatch(parts, {
    mailId: `added.${topUp.id}`,
    to: member.email,
    letter: compose({
      heading: text('mail.added.heading', { amount }),
      paragraphs: [text('mail.added.text', { amount }), text('mail.added.notYou')],
      action: toWallet(parts),
    }),
  });
}
