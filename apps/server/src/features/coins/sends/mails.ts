/** Mails to members about their sends. */
import { text } from '@giftlane/texts/text.ts';
import type { Handlers } from '../../../jobs/jobs.ts';
import type { Db } from '../../../platform/db/db.ts';
import { unitsText } from '../../../utxo/units.ts';
import { findMember } from '../../accounts/accounts.ts';
import { compose, dispatch, type Letter, type PostParts } from '../../mails/mails.ts';
import { ownerOfTransfer } from '../custody/approval-queries.ts';
import { nameOf } from '../wallets/wallets.ts';
import { type CoinTelling, coinMailJob } from './mail-job.ts';
import { type CoinTransfer, transferById } from './transfer-queries.ts';

const timeText = (at: Date | null) =>
  at === null ? '' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The heading and paragraphs of a mail. */
function wordsOf(sent: CoinTransfer, about: CoinTelling['about']): [string, ...string[]] {
  const { coin, value, address, goesAt, reason } = sent;
  const amount = `${unitsText(value)} ${nameOf[coin]}`;
  const notSent = text('mail.coins.rejected.heading', { amount });
  switch (about) {
    case 'waits':
      return [
        text('mail.coins.waits.heading', { amount }),
        text('mail.coins.waits.text', { amount, address }),
        text('mail.coins.waits.until', { when: timeText(goesAt) }),
        text('mail.coins.waits.cancel'),
      ];
    case 'rejected':
      return [
        notSent,
        text('mail.coins.rejected.text', { amount, address }),
        text('mail.coins.rejected.reason', { reason: reason ?? '' }),
        text('mail.coins.rejected.back'),
      ];
    case 'unsigned':
      return [
        notSent,
        text('mail.coins.unsigned.text', { amount, address }),
        text('mail.coins.rejected.back'),
      ];
    case 'failed':
      return [
        notSent,
        text('mail.coins.failed.text', { amount, address }),
        text('mail.coins.failed.back'),
      ];
  }
}

function letterOf(sent: CoinTransfer, about: CoinTelling['about'], publicUrl: string): Letter {
  const [heading, ...paragraphs] = wordsOf(sent, about);
  const url = `${publicUrl}/account/wallet?coin=${nameOf[sent.coin]}`;
  return compose({ heading, paragraphs, action: { label: text('mail.coins.action'), url } });
}

/** The job handlers of coins. */
export function coinJobs(parts: PostParts & { readonly db: Db }): Handlers {
  const { db } = parts;
  return {
    [coinMailJob.task]: async ({ transferId, about }: CoinTelling) => {
      const [sent, owner] = await Promise.all([
        transferById(db, transferId),
        ownerOfTransfer(db, transferId),
      ]);
      const member = owner === undefined ? undefined : await findMember(db, owner);
      // A cancelled send is not announced as held.
      if (!sent || !member || (about === 'waits' && sent.state !== 'pendingApproval')) return;
      const letter = letterOf(sent, about, parts.config.publicUrl);
      await dispatch(parts, { mailId: `coin-${about}.${sent.id}`, to: member.email, letter });
    },
  };
}
