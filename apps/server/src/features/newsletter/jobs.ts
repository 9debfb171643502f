/** The mails of the newsletter. Payloads carry ids; a confirmation token is created when its mail is composed. */

import { readProse } from '@giftlane/prose/prose.ts';
import { text } from '@giftlane/texts/text.ts';
import { defineJob, type Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { days } from '../../platform/process/durations.ts';
import { type KeyRing, newToken, tokenHash } from '../../platform/secrets/secrets.ts';
import { compose, dispatch, type PostParts } from '../mails/mails.ts';
import {
  dropDelivery,
  findIssue,
  findSubscriber,
  type Issue,
  insertConfirmation,
  markSent,
  openDelivery,
} from './queries.ts';
import { leaveToken, leaveUrl } from './tokens.ts';

type Asked = { readonly subscriberId: string; readonly mailId: string };
type Delivery = { readonly issueId: string; readonly subscriberId: string };

/** Mails the link that confirms a subscription. */
export const confirmationJob = defineJob<Asked>('newsletter.send_confirmation', { attempts: 8 });
/** Mails an issue to one subscriber. */
export const deliveryJob = defineJob<Delivery>('newsletter.deliver');
/** Enqueues the mails of an issue. */
export const spreadJob = defineJob<{ issueId: string }>('newsletter.spread');
/** Enqueues the mails of an issue that goes on. */
export const resumeJob = defineJob<{ issueId: string }>('newsletter.go_on');

export interface NewsletterJobParts extends PostParts {
  readonly db: Db;
  readonly keys: KeyRing;
}

const linkLifeMs = days(7);
const shop = { shop: text('shop.name') };

function confirmationLetter(publicUrl: string, token: string) {
  return compose({
    heading: text('mail.news.confirm.heading', shop),
    paragraphs: [text('mail.news.confirm.text', { ...shop, days: linkLifeMs / days(1) })],
    action: {
      label: text('mail.news.confirm.action'),
      url: `${publicUrl}/newsletter/confirm/${token}`,
    },
    remark: text('mail.news.confirm.ignore'),
  });
}

export function issueLetter(
  { subject, body }: Pick<Issue, 'subject' | 'body'>,
  publicUrl: string,
  unsubscribeUrl: string,
) {
  return compose({
    heading: subject,
    paragraphs: [],
    body: { blocks: readProse(body), publicUrl },
    bare: true,
    footer: {
      words: text('mail.news.footer', shop),
      link: { label: text('mail.news.unsubscribe'), url: unsubscribeUrl },
    },
  });
}

/** Handlers of the jobs that mail. Safe to run twice: a repeat sends the same Message-ID. */
export function mailJobs(parts: NewsletterJobParts): Handlers {
  const { db, keys } = parts;
  const { publicUrl } = parts.config;
  const leaveUrlOf = (subscriberId: string) => leaveUrl(publicUrl, leaveToken(keys, subscriberId));
  return {
    [confirmationJob.task]: async ({ subscriberId, mailId }: Asked) => {
      const subscriber = await findSubscriber(db, subscriberId);
      if (!subscriber || subscriber.state === 'confirmed') return;
      const token = newToken();
      await insertConfirmation(db, { hash: tokenHash(token), subscriberId, lifeMs: linkLifeMs });
      await dispatch(parts, {
        mailId,
        to: subscriber.email,
        letter: confirmationLetter(publicUrl, token),
        unsubscribeUrl: leaveUrlOf(subscriberId),
      });
    },
    [deliveryJob.task]: async ({ issueId, subscriberId }: Delivery) => {
      const issue = await findIssue(db, issueId);
      const to = await openDelivery(db, issueId, subscriberId);
      if (issue && to === undefined) await dropDelivery(db, issueId, subscriberId);
      if (!issue || to === undefined) return;
      const unsubscribeUrl = leaveUrlOf(subscriberId);
      await dispatch(parts, {
        mailId: `${issueId}.${subscriberId}`,
        to,
        letter: issueLetter(issue, publicUrl, unsubscribeUrl),
        unsubscribeUrl,
      });
      await markSent(db, issueId, subscriberId);
    },
  };
}
