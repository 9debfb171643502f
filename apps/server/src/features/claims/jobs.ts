/** Mails about claims: to the buyer, and to the seller who was charged. */
import { formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { findMember } from '../accounts/accounts.ts';
import { type Contents, compose, dispatch, type PostParts } from '../mails/mails.ts';
import { needSale } from '../selling/selling.ts';
import { mailJob, type ToldStep } from './mail-job.ts';
import { type Claim, type ClaimStep, findClaim, stepsOf } from './queries.ts';

/** The heading and paragraphs of each mail; a step of the buyer has none. */
const letters: Readonly<
  Partial<Record<ClaimStep['kind'], (claim: Claim, words: string) => Contents>>
> = {
  asked: ({ title }, words) => ({
    heading: text('mail.claim.asked.heading', { title }),
    paragraphs: [text('mail.claim.asked.text'), words],
  }),
  replaced: ({ title }, words) => ({
    heading: text('mail.claim.replaced.heading', { title }),
    paragraphs: [text('mail.claim.replaced.text'), words],
  }),
  refunded: ({ title, paidMinor, paidCurrency }, words) => ({
    heading: text('mail.claim.refunded.heading', { title }),
    paragraphs: [
      text('mail.claim.refunded.text', {
        amount: paidMinor && paidCurrency ? formatMoney(paidMinor, paidCurrency) : '',
      }),
      words,
    ],
  }),
  declined: ({ title }, words) => ({
    heading: text('mail.claim.declined.heading', { title }),
    paragraphs: [text('mail.claim.declined.text'), words],
  }),
  lapsed: ({ title }) => ({
    heading: text('mail.claim.declined.heading', { title }),
    paragraphs: [text('mail.claim.lapsed.text')],
  }),
  charged: ({ title, chargedMinor, chargedCurrency }, words) => ({
    heading: text('mail.claim.charged.heading', { title }),
    paragraphs: [
      text('mail.claim.charged.text', {
        amount: chargedMinor && chargedCurrency ? formatMoney(chargedMinor, chargedCurrency) : '',
      }),
      words,
    ],
  }),
};

/** Handlers of the jobs of claims. Safe to run twice: a repeat sends the same Message-ID. */
export function claimJobs(parts: PostParts & { readonly db: Db }): Handlers {
  const { db, config } = parts;
  return {
    [mailJob.task]: async ({ claimId, n }: ToldStep) => {
      const claim = await findClaim(db, claimId);
      const step = (await stepsOf(db, [claimId])).find((one) => one.n === n);
      const contents = claim && step && letters[step.kind]?.(claim, step.words);
      if (!contents) return;
      const charged = step.kind === 'charged';
      const seller = charged ? (await needSale(db, claim.saleId ?? '')).memberId : undefined;
      const member = await findMember(db, seller ?? claim.memberId);
      if (!member) return;
      const page = charged ? claim.saleId : claim.orderId;
      const letter = compose({
        ...contents,
        paragraphs: contents.paragraphs.filter((words) => words !== ''),
        action: {
          label: text(charged ? 'mail.sell.action' : 'mail.claim.action'),
          url: `${config.publicUrl}/account/orders/${page}`,
        },
      });
      await dispatch(parts, { mailId: `claim.${claimId}.${n}`, to: member.email, letter });
    },
  };
}
