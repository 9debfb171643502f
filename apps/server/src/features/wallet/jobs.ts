/** What members are told of money sent. */
import { text } from '@giftlane/contract/messages.ts';
import { formatMoney } from '@giftlane/contract/money.ts';
import type { Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db.ts';
import { findMembers, plainName } from '../accounts/accounts.ts';
import { compose, dispatch, type PostParts } from '../mails/mails.ts';
import { sentJob } from './send.ts';
import { findTransfer } from './transfer-queries.ts';

type Parts = PostParts & { readonly db: Db };

/** What the sender wrote is not mailed: strangers would write to anybody in the shop's name. */
async function tellSent(parts: Parts, transferId: string): Promise<void> {
  const transfer = await findTransfer(parts.db, transferId);
  if (!transfer) return;
  const { memberId, receiverId, note } = transfer;
  const members = await findMembers(parts.db, [memberId, receiverId]);
  const [sender, receiver] = [members.get(memberId), members.get(receiverId)];
  if (!sender || !receiver) return;
  const amount = formatMoney(transfer.amountMinor, transfer.currency);
  const action = {
    label: text('mail.added.action'),
    url: `${parts.config.publicUrl}/account/wallet`,
  };
  const to = { amount, name: plainName(receiver.fullName) };
  const from = { amount, name: plainName(sender.fullName) };
  await dispatch(parts, {
    mailId: `sent.${transferId}`,
    to: sender.email,
    letter: compose({
      heading: text('mail.sent.heading', to),
      paragraphs: [text('mail.sent.text', to), text('mail.sent.notYou')],
      action,
    }),
  });
  await dispatch(parts, {
    mailId: `received.${transferId}`,
    to: receiver.email,
    letter: compose({
      heading: text('mail.received.heading', from),
      paragraphs: [
        text('mail.received.text', from),
        ...(note === '' ? [] : [text('mail.received.note')]),
        text('mail.received.careful'),
      ],
      action,
    }),
  });
}

/** The handlers of these jobs. */
export function walletJobs(parts: Parts): Handlers {
  return {
    [sentJob.task]: ({ transferId }: { transferId: string }) => tellSent(parts, transferId),
  };
}
