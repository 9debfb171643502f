/** The jobs of this feature, and their mails: a copy is made and ready, an account is closed. */
import { text } from '@giftlane/texts/text.ts';
import { defineJob } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { findMember, reopenToken } from '../accounts/accounts.ts';
import { compose, dispatch, type PostParts } from '../mails/mails.ts';
import { findClosing } from './closing-queries.ts';
import { findCopy } from './copy-queries.ts';
import { longDay } from './days.ts';

/** Makes a copy of a member's data; tried for nearly as long as one may take (`stuckMs`). */
export const copyJob = defineJob<{ copyId: string }>('mydata.copy', { attempts: 11 });

/** Copies are made one after the other, behind everything that somebody waits for. */
export const copyQueue = 'copies of data';

/** Tells a member that their copy is ready. */
export const copyReadyJob = defineJob<{ copyId: string; mailId: string }>('mydata.copy_ready');

/** Tells a member that their account is closed, and how to undo it. */
export const closedJob = defineJob<{ memberId: string; mailId: string }>('mydata.closed');

type MailParts = PostParts & { readonly db: Db };

/** No link downloads the copy by itself: mail scanners open every link, and a mailbox may be somebody else's. */
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

/** The link leads to a page with a button: a GET changes nothing. */
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
