/** Mails about offers, and the wallet credit after a failed coin payout. */

import { formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import { unitsText } from '../../utxo/units.ts';
import { findMember } from '../accounts/accounts.ts';
import { type CoinTransfer, nameOf, payoutUndoneJob, sendsOfSales } from '../coins/coins.ts';
import { compose, dispatch, type Letter, type PostParts } from '../mails/mails.ts';
import { payIntoWallet } from './coin-payout.ts';
import { mailJob, type Telling } from './mail-job.ts';
import { findSale, type Sale } from './queries.ts';

/** An offer, and the coin transfer that pays for it, if any. */
interface Told {
  readonly sale: Sale;
  readonly sent: CoinTransfer | undefined;
}

function titleOf({ lines }: Sale): string {
  const [first] = lines;
  const title = first?.title ?? '';
  return lines.length > 1 ? text('mail.sell.more', { title, count: lines.length - 1 }) : title;
}

const payoutText = ({ payoutMinor, payoutCurrency }: Sale) =>
  formatMoney(payoutMinor ?? 0n, payoutCurrency);

const coinsText = ({ value, coin }: CoinTransfer) => `${unitsText(value)} ${nameOf[coin]}`;

/** The paragraphs of each mail. */
const paragraphs: Readonly<Record<Telling['about'], (told: Told, total: string) => string[]>> = {
  received: ({ sale: { gateway } }, total) => [
    text(gateway === 'Wallet' ? 'mail.sell.received.text' : 'mail.sell.received.coins', { total }),
  ],
  paid: ({ sale, sent }) => [
    sent
      ? text('mail.sell.paid.coins', { amount: coinsText(sent), address: sent.address })
      : text('mail.sell.paid.text', { amount: payoutText(sale) }),
  ],
  declined: ({ sale: { notice } }) => [text('mail.sell.declined.text'), notice],
  instead: ({ sale, sent }) => [
    text('mail.sell.instead.text', {
      coins: sent ? coinsText(sent) : '',
      amount: payoutText(sale),
    }),
  ],
};

const headings = {
  received: (title: string) => text('mail.sell.received.heading', { title }),
  paid: (title: string) => text('mail.sell.paid.heading', { title }),
  declined: (title: string) => text('mail.sell.declined.heading', { title }),
  instead: (title: string) => text('mail.sell.instead.heading', { title }),
} as const;

function letterOf(told: Told, about: Telling['about'], publicUrl: string): Letter {
  const { sale } = told;
  const money = (minor: bigint) => formatMoney(minor, sale.currency);
  const total = money(sale.totalMinor);
  return compose({
    heading: headings[about](titleOf(sale)),
    paragraphs: [
      ...paragraphs[about](told, total),
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

/** Handlers of the selling jobs. */
export function sellingJobs(parts: PostParts & { readonly db: Db }): Handlers {
  return {
    [mailJob.task]: async ({ memberId, saleId, about }: Telling) => {
      const member = await findMember(parts.db, memberId);
      const sale = await findSale(parts.db, { memberId, id: saleId });
      if (!member || !sale) return;
      const [sent] = await sendsOfSales(parts.db, [saleId]);
      const letter = letterOf({ sale, sent }, about, parts.config.publicUrl);
      await dispatch(parts, { mailId: `${about}.${sale.id}`, to: member.email, letter });
    },
    [payoutUndoneJob.task]: ({ saleId }: { readonly saleId: string }) =>
      payIntoWallet(parts.db, saleId),
  };
}
