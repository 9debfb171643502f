/** The jobs of this feature and their mails. */

import { longDay } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { defineJob } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { findMember, reopenToken } from '../accounts/accounts.ts';
import { compose, dispatch, type PostParts } from '../mails/mails.ts';
import { findClosing } from './closing-queries.ts';
import { findCopy } from './copy-queries.ts';

/** Makes a copy of a member's data; retried for nearly `stuckMs`. */
export const copyJob = defineJob<{ copyId: string }>('mydata.copy', { attempts: 11 });

/** Copies are made one at a time, behind more urgent jobs. */
export const copyQueue = 'copies of data';

/** Tells a member that their copy is ready. */
export const copyReadyJob = defineJob<{ copyId: string; mailId: string }>('mydata.copy_ready');

/** Tells a member that their account is closed, and how to undo it. */
export const closedJob = defineJob<{ memberId: string; mailId: string }>('mydata.closed');

type MailParts = PostParts & { readonly db: Db };

/**
 * Mails that a copy is ready. The mail cannot download it: scanners open links, and the mailbox may be another
 * person's.
 */
export async function mailCopyReady(
  parts: MailParts,
  { copyId, mailId }: { copyId: string; mailId: string },
): Promise<void> {
  const copy = await findCopy(parts.db, copyId);
  const member = copy && (await findMember(parts.db, copy.memberId));
  if (!member || !copy.endsAt || copy.state !== 'ready') return;
  await dispatch(parts, {
    mailId,
    to: member.email,
    letter: compose({
      heading: text('mail.copy.heading'),
      paragraphs: [text('mail.copy.text', { day: longDay(copy.endsAt) })],
      action: {
        label: text('mail.copy.action'),
        url: `${parts.config.publicUrl}/account/my-data`,
      },
      remark: text('mail.copy.remark'),
    }),
  });
}

/** Mails that the account is closed. The link opens a page with a button, because a GET must not change anything. */
export async function mailClosed(
  parts: MailParts,
  { memberId, mailId }: { memberId: string; mailId: string },
): Promise<void> {
  const closing = await findClosing(parts.db, memberId);
  const member = await findMember(parts.db, memberId);
  if (!member || !closing || closing.leftMs <= 0) return;
  const token = await reopenToken(parts.db, member, closing.leftMs);
  await dispatch(parts, {
    mailId,
    to: member.email,
    letter: compose({
      heading: text('mail.closing.heading'),
      paragraphs: [
        text('mail.closing.text', { shop: text('shop.name'), day: longDay(closing.eraseAt) }),
        text('mail.closing.undo'),
      ],
      action: {
        label: text('mail.closing.action'),
        url: `${parts.config.publicUrl}/mail/reopen/${token}`,
      },
      remark: text('mail.closing.remark'),
    }),
  });
}
