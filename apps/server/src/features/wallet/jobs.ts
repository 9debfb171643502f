/** Mails and push messages about transfers, to sender and receiver. */

import { formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { findMembers, type Member, mailWithin, plainName } from '../accounts/accounts.ts';
import { compose, dispatch, type Letter, type PostParts } from '../mails/mails.ts';
import { notifyOrders } from '../push/push.ts';
import { sentJob } from './send/send.ts';
import { findTransfer } from './send/transfer-queries.ts';

type Parts = PostParts & Parameters<typeof mailWithin>[0] & { readonly db: Db };

/**
 * Tells both sides of a transfer. The mails omit the sender's note, and names from the subject: otherwise strangers
 * could mail any text in the shop's name.
 */
async function tellSent(parts: Parts, transferId: string): Promise<void> {
  const transfer = await findTransfer(parts.db, transferId);
  if (!transfer) return;
  const { memberId, receiverId, note } = transfer;
  const members = await findMembers(parts.db, [memberId, receiverId]);
  const [sender, receiver] = [members.get(memberId), members.get(receiverId)];
  if (!sender || !receiver) return;
  const amount = formatMoney(transfer.amountMinor, transfer.currency);
  await parts.db.tx(async (tx) => {
    const told = { id: transferId, clientId: amount };
    await notifyOrders(tx, [{ memberId: receiverId, ...told }], 'received');
    await notifyOrders(tx, [{ memberId, ...told }], 'sent');
  });
  const action = {
    label: text('mail.added.action'),
    url: `${parts.config.publicUrl}/account/wallet`,
  };
  const to = { amount, name: plainName(receiver.fullName) };
  const from = { amount, name: plainName(sender.fullName) };
  await tell(parts, sender, {
    kind: 'sent',
    transferId,
    letter: compose({
      heading: text('mail.sent.heading', { amount }),
      paragraphs: [text('mail.sent.text', to), text('mail.sent.notYou')],
      action,
    }),
  });
  await tell(parts, receiver, {
    kind: 'received',
    transferId,
    letter: compose({
      heading: text('mail.received.heading', { amount }),
      paragraphs: [
        text('mail.received.text', from),
        ...(note === '' ? [] : [text('mail.received.note')]),
        text('mail.received.careful'),
      ],
      action,
    }),
  });
}

interface Telling {
  readonly kind: 'sent' | 'received';
  readonly transferId: string;
  readonly letter: Letter;
}

/** Mails only a verified address. */
async function tell(
  parts: Parts,
  { email, emailVerifiedAt }: Member,
  { kind, transferId, letter }: Telling,
): Promise<void> {
  if (!emailVerifiedAt) return;
  await mailWithin(parts, { kind, to: email }, () =>
    dispatch(parts, { mailId: `${kind}.${transferId}`, to: email, letter }),
  );
}

/** Handlers of the wallet's jobs. */
export function walletJobs(parts: Parts): Handlers {
  return {
    [sentJob.task]: ({ transferId }: { transferId: string }) => tellSent(parts, transferId),
  };
}
