/**
 * Every journal kind: what it books, and the table and column of the row that causes it. Keys and postings are in the
 * features' READMEs, the rule of each kind in their `invariants.ts`; sql/0002_ledger.sql has the same list.
 */
import { statement } from '../platform/db/db.ts';
import type { Invariant } from './rules.ts';

export const journalKinds = {
  buy: 'a sale that the wallet paid alone: orders',
  hold: 'the wallet’s share of an order is set aside: orders',
  release: 'it is back, as the order failed: orders',
  capture: 'a sale that a card or coins paid, with or without a share of the wallet: orders',
  cashback: 'cashback of the lines that were kept when it was credited: orders, order_lines',
  refund: 'a line was given back: order_lines.refunded_at',
  unmatched:
    'a card paid for nothing we asked: payment_captures of use return, with what refunds owe of it',
  reversal: 'the provider took money back: capture_reversals',
  restored: 'the provider has paid it after all: capture_decisions',
  refund_owed: 'so a refund is owed again: capture_decisions.owed_again_minor',
  refund_settled: 'the provider has made a refund: refunds that are done',
  refund_reversed: 'the provider gave a refund by itself: refunds.reversed_minor',
  coin_paid: 'what came to an order’s address pays it: coin_quotes.paid',
  coin_given_up: 'what paid an order is gone: coin_quotes.given_up',
  coin_credit: 'what did not pay an order was bought: coin_quotes.credited',
  add: 'a card added money to a wallet: top_ups that are paid',
  freeze: 'what is left of it is set aside, as it was taken back: payment_captures of a top-up',
  keep: 'the house keeps of that, or had kept too much: payment_captures of a top-up',
  unfreeze: 'the member has it back: payment_captures of a top-up',
  sell: 'a card was bought from a member: sell_orders that are paid',
  redeem: 'a voucher was redeemed: vouchers.redeemed_by',
  send: 'money sent to another member: transfers',
  points: 'what the lines of an order earned: point_earnings',
  points_back: 'what of that was taken back: point_earnings.taken_points',
  spend_points: 'points became wallet money: none but the points that its member had',
  friend_points: 'a friend’s first purchase counts: friends that are paid',
  friend_back: 'what of that was taken back: friends.taken_points',
  coin_in: 'an output has its confirmations: coin_outputs.credited',
  coin_lost: 'it was taken back, or what the house bore for it is paid back: coin_outputs',
  coin_out: 'a send sets coins aside: coin_transfers',
  coin_settled: 'the chain has it: coin_transfers.settled',
  coin_unsettled: 'the chain gave it up again: coin_transfers.settled',
  coin_back: 'it came to nothing: coin_transfers that failed or were rejected',
  coin_cold_found: 'the cold account has what the books did not know: coin_cold_found',
  audit: 'the newest hash of the audit log, without postings: audit_entries',
  claim: 'the price of a code that does not work was given back: claims that are refunded',
  claim_charge: 'the seller of its card paid for that: claims.charged_at',
  correction: 'what two persons booked: ledger_corrections',
} as const;
export type JournalKind = keyof typeof journalKinds;

const known = `kind <> all('{${Object.keys(journalKinds)}}'::text[])`;
const breach = `'journal ' || id || ' ' || kind || ' of ' || owner || ': ' || key as breach`;

export const kindInvariants: readonly Invariant[] = [
  {
    rule: '1 every journal is of a known kind',
    over: 'owners',
    breaches: statement(
      `select ${breach} from ledger_journals where owner = any($1::text[]) and ${known} limit 20`,
      [],
    ),
  },
  {
    rule: '1 every new journal is of a known kind',
    over: 'new',
    breaches: statement(
      `select ${breach} from (select * from ledger_journals
        where xid >= $1::xid8 and id >= $2::bigint and id <= $3::bigint order by xid desc limit 20000) fresh
      where ${known} limit 20`,
      [],
    ),
  },
];
