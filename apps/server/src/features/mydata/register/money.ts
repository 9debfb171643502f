/** The wallet, its ledger and points. */
import { each, gone, kept, ours, secret, words } from './table.ts';

const ownAccounts = '(select a.id from ledger_accounts a where a.owner = $1)';
/** Masks columns for everyone but the member in the column `owner`. */
const onlyFor = (owner: string, columns: string) =>
  Object.fromEntries(
    words(columns).map((column) => [column, `case when ${owner} = $1 then ${column} end`]),
  );

export const moneyTables = [
  gone('wallet_permits', {
    file: ['wallet/permits', 'copy.permits', 'expires_at'],
    shown: 'member_id session_id purpose expires_at used_at about',
    hidden: { token_hash: secret, secret_hash: secret, outcome: 'stands in what it was used for' },
  }),
  kept('transfers', {
    whose: '(member_id = $1 or receiver_id = $1)',
    file: ['wallet/transfers', 'copy.transfers', 'created_at, id'],
    shown: 'member_id id receiver_id currency amount_minor note created_at',
    // Notes that others sent to the member belong to them.
    blank: { note: "case when member_id = $1 then '' else note end" },
  }),
  kept('top_ups', {
    file: ['wallet/added', 'copy.topUps', 'created_at, id'],
    shown: `member_id id currency amount_minor state fail_reason notice payment_id client_id
      created_at lapses_at paid_at`,
  }),
  kept('vouchers', {
    whose: 'redeemed_by = $1',
    file: ['wallet/redeemed', 'copy.vouchers', 'redeemed_at, id'],
    shown: 'id value_minor currency redeemed_by redeemed_at created_at',
    hidden: {
      ...each('code_fingerprint pin_fingerprint', secret),
      ...each('wrong_pins locked_until batch_id', ours),
    },
  }),
  kept('ledger_accounts', {
    whose: 'owner = $1',
    file: ['wallet/accounts', 'copy.accounts', 'id'],
    shown: 'id name owner currency created_at',
  }),
  kept('ledger_balances', {
    whose: `account_id in ${ownAccounts}`,
    file: ['wallet/balances', 'copy.balances', 'account_id'],
    shown: 'account_id balance postings',
  }),
  kept('ledger_journals', {
    whose: `(owner, id) in (select p.owner, p.journal_id from ledger_postings p
      where p.account_id in ${ownAccounts})`,
    file: ['wallet/journals', 'copy.journals', 'id'],
    shown: 'owner id key kind reference facts created_at',
    // Key and reference of a friend bonus name the friend.
    masked: {
      key: "case when kind in ('friend_points', 'friend_back') then kind else key end",
      reference: "case when kind in ('friend_points', 'friend_back') then '' else reference end",
    },
    hidden: { input_hash: secret, xid: ours },
  }),
  kept('ledger_postings', {
    whose: `account_id in ${ownAccounts}`,
    file: ['wallet/movements', 'copy.postings', 'journal_id, position'],
    shown: 'owner journal_id position account_id currency amount',
  }),
  kept('ledger_movements', {
    whose: `account_id in ${ownAccounts}`,
    file: ['wallet/running', 'copy.running', 'account_id, nth'],
    shown: `account_id nth owner journal_id position kind incoming amount balance moved_at
      kind_nth kind_total`,
  }),
  gone('friend_codes', {
    file: ['points/link', 'copy.friendCode', 'member_id'],
    shown: 'member_id code',
  }),
  kept('friends', {
    whose: '(member_id = $1 or inviter_id = $1)',
    file: ['points/friends', 'copy.friends', 'tied_at, member_id'],
    shown: `member_id inviter_id tied_at state order_id due_at points currency taken_points
      paid_at`,
    // Neither member learns who the other is, nor the inviter what the friend bought.
    masked: {
      ...onlyFor('member_id', 'member_id order_id due_at'),
      ...onlyFor('inviter_id', 'inviter_id points currency taken_points'),
    },
    hidden: {
      near: 'whether both signed in from one network',
      reason: 'why nothing was paid, which may be what the other did',
    },
  }),
  kept('point_earnings', {
    file: ['points/earned', 'copy.points', 'created_at, order_id, line_id'],
    shown: `member_id order_id line_id house_minor points currency taken_points kept_minor
      created_at`,
  }),
];
