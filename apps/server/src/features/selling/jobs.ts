/** What a member is told of an offer by mail. */
import { text } from '@giftlane/contract/messages.ts';
import { formatMoney } from '@giftlane/contract/money.ts';
import { defineJob, type Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db.ts';
import { findMember } from '../accounts/accounts.ts';
import { compose, dispatch, type Letter, type PostParts } from '../mails/mails.ts';
import { findSale, type Sale } from './queries.ts';

type Telling = {
  readonly memberId: string;
  readonly saleId: string;
  readonly about: 'received' | 'paid' | 'declined';
};

export const mailJob = defineJob<Telling>('selling.mail', { attempts: 20 });

function titleOf({ lines }: Sale): string {
  const [first] = lines;
  const title = first?.title ?? '';
  return lines.length > 1 ? text('mail.sell.more', { title, count: lines.length - 1 }) : title;
}

/** The words of each mail, behind its heading. */
const paragraphs: Readonly<Record<Telling['about'], (sale: Sale, total: string) => string[]>> = {
  received: (_, total) => [text('mail.sell.received.text', { total })],
  paid: ({ payoutMinor, payoutCurrency }) => [
    text('mail.sell.paid.text', { amount: formatMoney(payoutMinor ?? 0n, payoutCurrency) }),
  ],
  declined: ({ notice }) => [text('mail.sell.declined.text'), notice],
};

const headings = {
  received: (title: string) => text('mail.sell.received.heading', { title }),
  paid: (title: string) => text('mail.sell.paid.heading', { title }),
  declined: (title: string) => text('mail.sell.declined.heading', { title }),
} as const;

function letterOf(sale: Sale, about: Telling['about'], publicUrl: string): Letter {
  const money = (minor: bigint) => formatMoney(minor, sale.currency);
  const total = money(sale.totalMinor);
  return compose({
    heading: headings[about](titleOf(sale)),
    paragraphs: [
      ...paragraphs[about](sale, total),
      text('mail.sell.fee', {
        subtotal: money(sale.subtotalMinor),
        fee: money(sale.feeMinor),
        total,
      }),
    ],
    action: {
      label: text('mail.sell.action'),
      url: `${publicUrl}/account/orders?tab=sell`,
    },
  });
}

/** The handlers of selling. */
export function sellingJobs(parts: PostParts & { readonly db: Db }): Handlers {
  return {
    'selling.mail': async ({ memberId, saleId, about }: Telling) => {
      const member = await findMember(parts.db, memberId);
      const sale = await findSale(parts.db, { memberId, id: saleId });
      if (!member || !sale) return;
      const letter = letterOf(sale, about, parts.config.publicUrl);
      await dispatch(parts, { mailId: `${about}.${sale.id}`, to: member.email, letter });
    },
  };
}
