/**
 * Every column the database has, and what it is to a member: whether a copy of their data shows it, and what
 * becomes of it when their account is erased. A test compares it with the migrated database, so that a new column
 * has to be thought about here before it is anybody's. The copy and the erasure do what stands here and nothing else.
 */
import type { TextKey } from '@giftlane/contract/messages.ts';

/** Why something is kept of an erased account; the page, the copy and the privacy policy say the same. */
export type Kept = 'books' | 'identity' | 'looks' | 'theirs' | 'itself';

export interface PersonalTable {
  readonly name: string;
  /** SQL that says which rows are a member's, whose id is `$1`. */
  readonly whose: string;
  /** The file of the copy that has its rows, and what the copy says of it; absent where it shows none. */
  readonly file?: { readonly name: string; readonly what: TextKey; readonly order: string };
  readonly shown: readonly string[];
  /** SQL of what stands in a shown column instead where it is another member's; empty for most. */
  readonly masked?: Readonly<Record<string, string>>;
  /** Columns no copy shows, and why. */
  readonly hidden: Readonly<Record<string, string>>;
  /** `gone`: its rows are deleted. `uploads`: the pictures are given up, and swept with their rows. */
  readonly after:
    | 'gone'
    | 'uploads'
    | { readonly kept: Kept; readonly blank?: Readonly<Record<string, string>> };
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const own = 'member_id = $1';
const ofOwnCapture =
  '(provider, capture_id) in (select provider, capture_id from payment_captures where member_id = $1)';
const secret = 'a secret, or a digest of one';
const ours = 'how the shop works, and nothing about the member';
/**
 * Messages and the newsletter go by an address. They are a member's only once it is known that whoever holds the
 * account reads the mails of that address: else somebody could register it, and take or delete what is another's.
 */
const ownAddress =
  '(select m.email_key from members m where m.id = $1 and m.owner_shown_at is not null)';
/** The job that carries whom an account of Google belongs to. */
const googleLinkTask = 'accounts.send_google_link';
const ownCoinWallets = '(select w.id from coin_wallets w where w.owner = $1)';
const ownCoinTransfers = `(select t.id from coin_transfers t where t.wallet_id in ${ownCoinWallets})`;
const ownAccounts = '(select a.id from ledger_accounts a where a.owner = $1)';
const ownSubscriber = `(select s.id from newsletter_subscribers s where s.email_key = ${ownAddress})`;
/** Of who came over a link: for themselves alone. */
const ofFriend = (column: string) => `case when member_id = $1 then ${column} end`;
const ofInviter = (column: string) => `case when inviter_id = $1 then ${column} end`;
const nobody = 'lower(id || \'@erased.invalid\' collate "C")';

/** Tables with something of members, in the order in which they are erased: what refers to others comes first. */
export const personal: readonly PersonalTable[] = [
  {
    name: 'push_deliveries',
    whose: own,
    file: { name: 'notifications/sent', what: 'copy.pushed', order: 'created_at' },
    shown: words('order_id notice member_id order_number tries created_at ended_at'),
    hidden: { subscription_id: secret },
    after: 'gone',
  },
  {
    name: 'push_subscriptions',
    whose: 'session_id in (select s.id from sessions s where s.member_id = $1)',
    file: { name: 'notifications/browsers', what: 'copy.browsers', order: 'touched_at' },
    shown: words('endpoint session_id touched_at'),
    hidden: { id: secret, p256dh: secret, auth: secret },
    after: 'gone',
  },
  {
    name: 'sessions',
    whose: own,
    file: { name: 'account/sessions', what: 'copy.sessions', order: 'created_at' },
    shown: words(
      'id member_id created_at last_seen_at expires_at proven_at proven_by opened_by device place waits_for_factor links_issuer links_subject links_by',
    ),
    hidden: { token_hash: secret },
    after: 'gone',
  },
  {
    name: 'sign_in_places',
    whose: own,
    file: { name: 'account/sign-ins', what: 'copy.places', order: 'seen_at' },
    shown: words('member_id seen_at'),
    hidden: { place_hash: 'a digest that tells a network again and does not say which' },
    after: 'gone',
  },
  {
    name: 'sign_ins',
    whose: own,
    file: { name: 'account/signed-in', what: 'copy.signIns', order: 'created_at, id' },
    shown: words('id member_id created_at opened_by factor new_device device place'),
    hidden: {},
    after: 'gone',
  },
  {
    name: 'passkeys',
    whose: own,
    file: { name: 'account/passkeys', what: 'copy.passkeys', order: 'created_at, id' },
    shown: words('id member_id name transports counter created_at last_used_at owned'),
    hidden: { credential_id: secret, public_key: secret },
    after: 'gone',
  },
  {
    name: 'totp_factors',
    whose: own,
    file: { name: 'account/authenticator-app', what: 'copy.totp', order: 'created_at' },
    shown: words('member_id created_at confirmed_at owned'),
    hidden: { secret, last_step: ours },
    after: 'gone',
  },
  {
    name: 'recovery_codes',
    whose: own,
    file: { name: 'account/recovery-codes', what: 'copy.recovery', order: 'created_at' },
    shown: words('member_id created_at used_at'),
    hidden: { code_hash: secret },
    after: 'gone',
  },
  {
    name: 'friend_codes',
    whose: own,
    file: { name: 'points/link', what: 'copy.friendCode', order: 'member_id' },
    shown: words('member_id code'),
    hidden: {},
    after: 'gone',
  },
  {
    name: 'mail_tokens',
    whose: own,
    file: { name: 'account/mailed-links', what: 'copy.links', order: 'created_at' },
    shown: words('member_id purpose email_key created_at expires_at used_at'),
    hidden: { token_hash: secret },
    after: 'gone',
  },
  {
    name: 'identity_links',
    whose: own,
    file: { name: 'account/mailed-google-links', what: 'copy.googleLinks', order: 'expires_at' },
    shown: words('member_id email_key issuer subject expires_at'),
    hidden: { token_hash: secret },
    after: 'gone',
  },
  {
    name: 'identities',
    whose: own,
    file: { name: 'account/google', what: 'copy.google', order: 'linked_at' },
    shown: words('issuer subject member_id linked_by linked_at email_key'),
    hidden: {},
    after: 'gone',
  },
  {
    name: 'email_changes',
    whose: own,
    file: { name: 'account/email-changes', what: 'copy.emailChanges', order: 'asked_at' },
    shown: words(
      'id member_id from_email to_email session_id state asked_at decided_at from_shown_at',
    ),
    hidden: { from_key: 'from_email in lower case', to_key: 'to_email in lower case' },
    after: 'gone',
  },
  {
    name: 'cart_lines',
    whose: own,
    file: { name: 'orders/cart', what: 'copy.cart', order: 'created_at' },
    shown: words('member_id id card_id currency quantity created_at'),
    hidden: {},
    after: 'gone',
  },
  {
    name: 'carts',
    whose: own,
    shown: [],
    hidden: { member_id: 'stands in its lines', currency: 'stands in its lines' },
    after: 'gone',
  },
  {
    name: 'wallet_permits',
    whose: own,
    file: { name: 'wallet/permits', what: 'copy.permits', order: 'expires_at' },
    shown: words('member_id session_id purpose expires_at used_at about'),
    hidden: { token_hash: secret, secret_hash: secret, outcome: 'stands in what it was used for' },
    after: 'gone',
  },
  {
    name: 'newsletter_confirmations',
    whose: `subscriber_id in ${ownSubscriber}`,
    shown: [],
    hidden: { token_hash: secret, subscriber_id: secret, expires_at: 'of a link that was mailed' },
    after: 'gone',
  },
  {
    name: 'newsletter_deliveries',
    whose: `subscriber_id in ${ownSubscriber}`,
    file: { name: 'messages/newsletters', what: 'copy.newsletters', order: 'sent_at' },
    shown: words('issue_id sent_at'),
    hidden: { subscriber_id: secret },
    after: 'gone',
  },
  {
    name: 'newsletter_subscribers',
    whose: `email_key = ${ownAddress}`,
    file: { name: 'messages/newsletter', what: 'copy.newsletter', order: 'asked_at' },
    shown: words('email state asked_at confirmed_at left_at'),
    hidden: { id: secret, leave_hash: secret, email_key: 'email in lower case' },
    after: 'gone',
  },
  {
    name: 'contact_messages',
    whose: `lower(email collate "C") = ${ownAddress}`,
    file: { name: 'messages/to-support', what: 'copy.messages', order: 'created_at, id' },
    shown: words('id email full_name subject message created_at'),
    hidden: { suspect: 'whether a program seems to have written it' },
    after: 'gone',
  },
  {
    name: 'order_counts',
    whose: own,
    shown: [],
    hidden: { member_id: ours, counted_to: ours, orders: ours },
    after: 'gone',
  },
  {
    name: 'uploads',
    whose: own,
    file: { name: 'pictures/list', what: 'copy.pictures', order: 'signed_at, path' },
    shown: words(
      'path member_id kind signed_at put_until put_at used_by used_at idle_since gone_at removed_at',
    ),
    hidden: { fingerprint: 'a keyed digest of the picture' },
    after: 'uploads',
  },
  {
    name: 'jobs',
    // What failed for good may say to whom a mail did not go, and which account of Google was to be linked.
    whose: `given_up_at is not null
      and (position((select m.email_key from members m where m.id = $1) in lower(last_error collate "C")) > 0
        or (task = '${googleLinkTask}' and payload ->> 'memberId' = $1))`,
    shown: [],
    hidden: Object.fromEntries(
      words(`id task payload due_at created_at priority queue attempts max_attempts worker leased_until
        given_up_at last_error`).map((column) => [column, ours]),
    ),
    after: {
      kept: 'itself',
      blank: {
        last_error: "'erased'",
        payload: `case when task = '${googleLinkTask}' then '{}' else payload end`,
      },
    },
  },
  {
    name: 'code_reveals',
    whose: own,
    file: { name: 'orders/code-views', what: 'copy.reveals', order: 'id' },
    shown: words('id member_id order_id code_id kind address created_at session_id proven'),
    hidden: {},
    after: { kept: 'books', blank: { address: "''", session_id: 'null' } },
  },
  {
    name: 'coin_wishes',
    whose: `transfer_id in ${ownCoinTransfers}`,
    shown: [],
    hidden: Object.fromEntries(
      words('number coin transfer_id wish tag created_at raw refusal answered_at').map((column) => [
        column,
        ours,
      ]),
    ),
    after: { kept: 'books' },
  },
  {
    name: 'coin_approvals',
    whose: `transfer_id in ${ownCoinTransfers}`,
    file: { name: 'coins/waited', what: 'copy.coinWaits', order: 'created_at, transfer_id' },
    shown: words('transfer_id coin goes_at created_at decision reason decided_at'),
    hidden: { wish: ours, tag: ours, decided_by: 'who works for the shop' },
    after: { kept: 'books' },
  },
  {
    name: 'coin_quotes',
    whose: own,
    file: { name: 'coins/orders', what: 'copy.coinQuotes', order: 'created_at, order_id' },
    shown:
      words(`member_id order_id coin script address amount rate rate_facts locked_until transfer_id
      received paid credited given_up created_at`),
    hidden: { tag: ours },
    after: { kept: 'books' },
  },
  {
    name: 'coin_outputs',
    whose: `wallet_id in ${ownCoinWallets}`,
    file: { name: 'coins/outputs', what: 'copy.coinOutputs', order: 'created_at, txid, vout' },
    shown: words(`coin txid vout wallet_id script value kind height made_by reserved_by spent_txid
      spent_height booked credited lost gone dead_height matched taken fee_enough created_at`),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'coin_transfer_events',
    whose: `transfer_id in ${ownCoinTransfers}`,
    file: { name: 'coins/steps', what: 'copy.coinSteps', order: 'transfer_id, nth' },
    shown: words('transfer_id nth action created_at'),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'coin_transfers',
    whose: `wallet_id in ${ownCoinWallets}`,
    file: { name: 'coins/transfers', what: 'copy.coinTransfers', order: 'created_at, id' },
    shown:
      words(`id coin wallet_id type txid vout address value fee comment order_id sale_id bumps request_key
      depth state height in_block_at settled next_try_at tries created_at`),
    hidden: {},
    after: { kept: 'books', blank: { comment: "''" } },
  },
  {
    name: 'coin_addresses',
    whose: `wallet_id in ${ownCoinWallets}`,
    file: { name: 'coins/addresses', what: 'copy.coinAddresses', order: 'created_at, script' },
    shown: words('coin script address wallet_id branch index refill used_at created_at'),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'coin_wallets',
    whose: 'owner = $1',
    file: { name: 'coins/wallets', what: 'copy.coinWallets', order: 'created_at, id' },
    shown: words('id coin owner account receiving changing rescanned created_at'),
    hidden: { tag: ours },
    after: { kept: 'books' },
  },
  {
    name: 'transfers',
    whose: '(member_id = $1 or receiver_id = $1)',
    file: { name: 'wallet/transfers', what: 'copy.transfers', order: 'created_at, id' },
    shown: words('member_id id receiver_id currency amount_minor note created_at'),
    hidden: {},
    // What others wrote to the member is theirs.
    after: {
      kept: 'books',
      blank: { note: "case when member_id = $1 then '' else note end" },
    },
  },
  {
    name: 'orders',
    whose: own,
    file: { name: 'orders/orders', what: 'copy.orders', order: 'created_at, id' },
    shown: words(`member_id id client_id gateway currency state fail_reason subtotal_minor
      service_charge_minor discount_minor total_minor wallet_minor cashback_minor refunded_minor payment_id
      notice created_at lapses_at network wide_network delivered_at mailed_at mailed_to mail_refused`),
    hidden: { content_hash: 'a digest of the order' },
    after: { kept: 'books', blank: { mailed_to: "''" } },
  },
  {
    name: 'order_lines',
    whose: own,
    file: { name: 'orders/lines', what: 'copy.lines', order: 'order_id, position' },
    shown: words(`member_id order_id id position card_id card_version title value_minor price_minor
      discount_bp cashback_bp service_charge_bp quantity payable_minor cashback_minor refunded_minor state
      refunded_at`),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'codes',
    whose: `line_id in (select l.id from order_lines l where l.member_id = $1)`,
    file: { name: 'orders/codes', what: 'copy.codes', order: 'line_id, id' },
    shown: words('id card_id serial state member_id line_id valid_until viewed_at'),
    hidden: {
      content: 'money for whoever holds it: it is shown in My Orders, where each look is noted',
      fingerprint: secret,
      batch_id: ours,
      expires_at: ours,
    },
    after: { kept: 'books' },
  },
  {
    name: 'payments',
    whose: own,
    file: { name: 'orders/payments', what: 'copy.payments', order: 'created_at, id' },
    shown:
      words(`member_id order_id id provider provider_order_id amount_minor currency state attempt
      claimed_at asked_at created_at paid_order_id top_up_id`),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'payment_refs',
    whose: own,
    file: { name: 'orders/payment-numbers', what: 'copy.paymentRefs', order: 'order_id' },
    shown: words('provider provider_order_id member_id order_id'),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'payment_captures',
    whose: own,
    file: { name: 'orders/card-payments', what: 'copy.captures', order: 'created_at' },
    shown: words(
      `provider capture_id member_id order_id amount_minor currency use created_at disputed`,
    ),
    hidden: { ask_at: ours, payer: 'a keyed digest of who paid' },
    after: { kept: 'books' },
  },
  {
    name: 'capture_reversals',
    whose: ofOwnCapture,
    file: { name: 'orders/card-reversals', what: 'copy.reversals', order: 'taken_at, id' },
    shown: words('provider id capture_id amount_minor beyond_minor settled taken_at'),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'capture_decisions',
    whose: ofOwnCapture,
    file: { name: 'orders/card-decisions', what: 'copy.decisions', order: 'decided_at, nth' },
    shown: words('provider capture_id nth decision amount_minor owed_again_minor decided_at'),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'refunds',
    whose: own,
    file: { name: 'orders/refunds', what: 'copy.refunds', order: 'created_at, id' },
    shown:
      words(`id member_id order_id provider capture_id amount_minor currency reason source state
      provider_refund_id created_at settled_at reversed_minor given_minor problem`),
    hidden: { attempt: ours, claimed: ours, asked: ours, ask_at: ours },
    after: { kept: 'books' },
  },
  {
    name: 'top_ups',
    whose: own,
    file: { name: 'wallet/added', what: 'copy.topUps', order: 'created_at, id' },
    shown: words(`member_id id currency amount_minor state fail_reason notice payment_id client_id
      created_at lapses_at paid_at`),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'vouchers',
    whose: 'redeemed_by = $1',
    file: { name: 'wallet/redeemed', what: 'copy.vouchers', order: 'redeemed_at, id' },
    shown: words('id value_minor currency redeemed_by redeemed_at created_at'),
    hidden: {
      code_fingerprint: secret,
      pin_fingerprint: secret,
      wrong_pins: ours,
      locked_until: ours,
    },
    after: { kept: 'books' },
  },
  {
    name: 'ledger_accounts',
    whose: 'owner = $1',
    file: { name: 'wallet/accounts', what: 'copy.accounts', order: 'id' },
    shown: words('id name owner currency created_at'),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'ledger_balances',
    whose: `account_id in ${ownAccounts}`,
    file: { name: 'wallet/balances', what: 'copy.balances', order: 'account_id' },
    shown: words('account_id balance postings'),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'ledger_journals',
    whose: `(owner, id) in (select p.owner, p.journal_id from ledger_postings p
      where p.account_id in ${ownAccounts})`,
    file: { name: 'wallet/journals', what: 'copy.journals', order: 'id' },
    shown: words('owner id key kind reference facts created_at'),
    // What a friend's purchase brought goes by the friend.
    masked: {
      key: "case when kind in ('friend_points', 'friend_back') then kind else key end",
      reference: "case when kind in ('friend_points', 'friend_back') then '' else reference end",
    },
    hidden: { input_hash: secret, xid: ours },
    after: { kept: 'books' },
  },
  {
    name: 'ledger_postings',
    whose: `account_id in ${ownAccounts}`,
    file: { name: 'wallet/movements', what: 'copy.postings', order: 'journal_id, position' },
    shown: words('owner journal_id position account_id currency amount'),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'ledger_movements',
    whose: `account_id in ${ownAccounts}`,
    file: { name: 'wallet/running', what: 'copy.running', order: 'account_id, nth' },
    shown:
      words(`account_id nth owner journal_id position kind incoming amount balance moved_at kind_nth
      kind_total`),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'point_earnings',
    whose: own,
    file: { name: 'points/earned', what: 'copy.points', order: 'created_at, order_id, line_id' },
    shown: words(`member_id order_id line_id house_minor points currency taken_points kept_minor
      created_at`),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'friends',
    whose: '(member_id = $1 or inviter_id = $1)',
    file: { name: 'points/friends', what: 'copy.friends', order: 'tied_at, member_id' },
    shown: words(`member_id inviter_id tied_at state order_id due_at points currency
      taken_points paid_at`),
    // Neither of the two learns from it who the other is, nor whoever gave the link what the friend bought.
    masked: {
      member_id: ofFriend('member_id'),
      inviter_id: ofInviter('inviter_id'),
      points: ofInviter('points'),
      currency: ofInviter('currency'),
      taken_points: ofInviter('taken_points'),
      order_id: ofFriend('order_id'),
      due_at: ofFriend('due_at'),
    },
    hidden: {
      near: 'whether both signed in from one network',
      reason: 'why nothing was paid, which may be what the other did',
    },
    after: { kept: 'books' },
  },
  {
    name: 'sell_orders',
    whose: own,
    file: { name: 'sold/offers', what: 'copy.sales', order: 'created_at, id' },
    shown: words(`member_id id gateway payee currency state subtotal_minor fee_minor total_minor
      payout_currency payout_minor notice created_at decided_at into_wallet_at`),
    hidden: { content_hash: 'a digest of the offer' },
    after: { kept: 'books' },
  },
  {
    name: 'sell_lines',
    whose: own,
    file: { name: 'sold/cards', what: 'copy.saleLines', order: 'order_id, position' },
    shown:
      words(`member_id order_id id position card_id title value_minor price_minor exchange_fees_bp
      quantity fee_minor front back receipt`),
    hidden: {},
    after: { kept: 'books' },
  },
  {
    name: 'kyc_submissions',
    whose: own,
    // What is encrypted is opened for the copy.
    file: { name: 'identity/submitted', what: 'copy.identity', order: 'created_at, id' },
    shown: words(
      'id member_id sealed doc_front doc_back doc_address doc_selfie created_at verdict decided_at',
    ),
    hidden: {
      content_hash: secret,
      prints: 'keyed digests that tell the same papers again',
      erased_at: 'never of an open account',
    },
    // Of a verified identity they are kept with it; what was refused is forgotten with the account.
    after: {
      kept: 'identity',
      blank: { prints: "case when verdict = 'v' then prints else '{}' end" },
    },
  },
  {
    name: 'kyc_steps',
    whose: own,
    file: { name: 'identity/steps', what: 'copy.identitySteps', order: 'id' },
    shown: words('id submission_id member_id step reason created_at'),
    hidden: { actor: 'names one of our people' },
    after: { kept: 'looks' },
  },
  {
    name: 'upload_reads',
    whose: own,
    file: { name: 'pictures/looks', what: 'copy.looks', order: 'id' },
    shown: words('id path member_id reason read_at'),
    hidden: { operator: 'names one of our people' },
    after: { kept: 'looks' },
  },
  {
    name: 'audit_entries',
    // Found by nobody's id: what was typed is kept as it was typed.
    whose: 'false',
    shown: [],
    hidden: Object.fromEntries(
      words('id actor deed facts created_at').map((column) => [column, 'what our people did']),
    ),
    after: { kept: 'looks' },
  },
  {
    name: 'provider_events',
    whose: 'false',
    shown: [],
    hidden: Object.fromEntries(
      words('provider event_id headers body state outcome received_at handled_at proven about').map(
        (column) => [column, 'messages of the card provider, deleted after ninety days'],
      ),
    ),
    after: { kept: 'itself' },
  },
  {
    name: 'throttle_windows',
    whose: 'false',
    shown: [],
    hidden: {
      key: "a digest, or a member's id; deleted within a day",
      hits: ours,
      started_at: ours,
    },
    after: { kept: 'itself' },
  },
  {
    name: 'data_exports',
    whose: own,
    file: { name: 'account/copies', what: 'copy.copies', order: 'asked_at' },
    shown: words('id member_id state bytes asked_at ready_at ends_at'),
    hidden: {
      attempt: ours,
      parts: ours,
      link_hash: secret,
      link_until: ours,
      link_session: ours,
      removed_at: ours,
    },
    after: { kept: 'itself' },
  },
  {
    name: 'closings',
    whose: own,
    shown: [],
    hidden: Object.fromEntries(
      words('member_id actor reason closed_at erase_at erased_at identity_until').map((column) => [
        column,
        'there is none while an account is open',
      ]),
    ),
    after: { kept: 'books', blank: { reason: "''" } },
  },
  {
    // Last: the address says which messages are theirs.
    name: 'members',
    whose: 'id = $1',
    file: { name: 'account/profile', what: 'copy.profile', order: 'id' },
    shown:
      words(`id email email_verified_at first_name last_name full_name mobile dial_code country_code
      country_name currency picture kyc_status membership_level use_wallet frozen_at frozen_reason
      created_at owner_shown_at locked_at last_locked_at unlock_asked_at`),
    hidden: {
      email_key: 'email in lower case',
      name_words: 'full_name as it is searched',
      password_hash: secret,
      closed_at: 'empty while an account is open',
      erased_at: 'empty while an account is open',
    },
    after: {
      kept: 'books',
      blank: {
        email: nobody,
        email_key: nobody,
        email_verified_at: 'null',
        owner_shown_at: 'null',
        locked_at: 'null',
        last_locked_at: 'null',
        unlock_asked_at: 'null',
        first_name: "''",
        last_name: "''",
        full_name: "''",
        name_words: "''",
        mobile: "''",
        dial_code: "''",
        country_name: "''",
        picture: "''",
        password_hash: 'null',
      },
    },
  },
];

/** Tables with nothing of members, and their columns. */
export const house: Readonly<Record<string, readonly string[]>> = {
  brand_views: words('brand_id views'),
  brands:
    words(`id slug title category short_desc short_sell_desc description redeem logo banner video
    revision retired_at created_at updated_at`),
  cards:
    words(`id brand_id currency value_minor price_minor discount_bp cashback_bp service_charge_bp
    exchange_fees_bp read_only sellable version retired_at created_at updated_at`),
  code_batches: words('id source loaded created_at'),
  coin_rates: words('coin taken_at usd'),
  exchange_rates: words('as_of currency per_usd fetched_at'),
  job_queues: words('name worker leased_until'),
  ledger_checks: words(
    'id started_at took_ms ok problems chain_behind chain_seal chain_hash tree_root',
  ),
  coin_accounts: words('coin number xpub tag kept_back created_at'),
  coin_blocks: words('coin height hash'),
  // What the chain says to everybody.
  coin_inputs: words('coin txid spent_txid spent_vout'),
  coin_cold_found: words('coin txid vout value xpub index created_at'),
  coin_sweeps: words('transfer_id xpub index'),
  coin_holds: words('coin held_at reason'),
  coin_chains: words('coin network height hash work moved_at looked_at'),
  coin_prices: words('coin source usd seen_at'),
  key_checks: words('name digest created_at'),
  ledger_eras: words('seq cluster from_journal began_at'),
  ledger_tree: words('seal root nodes'),
  ledger_seals: words('seq from_xid to_xid journals hash sealed_at era'),
  newsletter_issues: words('id content_hash subject body created_at'),
  oldest_release: words('single migration'),
  // Of people who work for the shop.
  operators: words('id email email_key role created_at password_hash'),
  pages: words('path kind title body updated_at edited_at edition'),
  schema_migrations: words('name hash applied_at'),
  spent_challenges: words('challenge_hash spent_at'),
  site_options: words('name value kind public'),
  test_clock: words('offset_by'),
};
