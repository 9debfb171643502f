/** The cart, orders with their payments and codes, and sell orders. */
import { each, gone, kept, ours, secret } from './table.ts';

const ofOwnCapture =
  '(provider, capture_id) in (select provider, capture_id from payment_captures where member_id = $1)';

export const orderTables = [
  gone('cart_lines', {
    file: ['orders/cart', 'copy.cart', 'created_at'],
    shown: 'member_id id card_id currency quantity created_at',
  }),
  gone('carts', {
    hidden: each('member_id currency', 'stands in its lines'),
  }),
  kept('code_reveals', {
    file: ['orders/code-views', 'copy.reveals', 'id'],
    shown: 'id member_id order_id code_id kind address created_at session_id proven',
    hidden: { operator: 'names one of our people' },
    blank: { address: "''", session_id: 'null' },
  }),
  kept('orders', {
    file: ['orders/orders', 'copy.orders', 'created_at, id'],
    shown: `member_id id client_id gateway currency state fail_reason subtotal_minor
      service_charge_minor discount_minor total_minor wallet_minor cashback_minor
      refunded_minor payment_id notice created_at lapses_at network wide_network
      delivered_at mailed_at mailed_to mail_refused`,
    hidden: { content_hash: 'a digest of the order' },
    blank: { mailed_to: "''" },
  }),
  kept('order_lines', {
    file: ['orders/lines', 'copy.lines', 'order_id, position'],
    shown: `member_id order_id id position card_id card_version title value_minor price_minor
      discount_bp cashback_bp service_charge_bp quantity payable_minor cashback_minor
      refunded_minor guaranteed_minor state refunded_at`,
  }),
  kept('codes', {
    whose: 'line_id in (select l.id from order_lines l where l.member_id = $1)',
    file: ['orders/codes', 'copy.codes', 'line_id, id'],
    shown: 'id card_id serial state member_id line_id valid_until viewed_at',
    hidden: {
      content: 'money for whoever holds it: it is shown in My Orders, where each look is noted',
      ...each('fingerprint tail', secret),
      ...each('batch_id expires_at removal_id', ours),
    },
  }),
  kept('payments', {
    file: ['orders/payments', 'copy.payments', 'created_at, id'],
    shown: `member_id order_id id provider provider_order_id amount_minor currency state attempt
      claimed_at asked_at created_at paid_order_id top_up_id`,
  }),
  kept('payment_refs', {
    file: ['orders/payment-numbers', 'copy.paymentRefs', 'order_id'],
    shown: 'provider provider_order_id member_id order_id',
  }),
  kept('payment_captures', {
    file: ['orders/card-payments', 'copy.captures', 'created_at'],
    shown: 'provider capture_id member_id order_id amount_minor currency use created_at disputed',
    hidden: { ask_at: ours, payer: 'a keyed digest of who paid' },
  }),
  kept('capture_reversals', {
    whose: ofOwnCapture,
    file: ['orders/card-reversals', 'copy.reversals', 'taken_at, id'],
    shown: 'provider id capture_id amount_minor beyond_minor settled taken_at',
  }),
  kept('capture_decisions', {
    whose: ofOwnCapture,
    file: ['orders/card-decisions', 'copy.decisions', 'decided_at, nth'],
    shown: 'provider capture_id nth decision amount_minor owed_again_minor decided_at',
    hidden: { decided_by: 'who works for the shop' },
  }),
  kept('refunds', {
    file: ['orders/refunds', 'copy.refunds', 'created_at, id'],
    shown: `id member_id order_id provider capture_id amount_minor currency reason source state
      provider_refund_id created_at reversed_minor given_minor problem`,
    hidden: { ...each('attempt claimed asked ask_at', ours), resent_by: 'who works for the shop' },
  }),
  kept('provider_events', {
    whose: 'false',
    hidden: each(
      'provider event_id headers body state outcome received_at handled_at proven about',
      'messages of the card provider, deleted after ninety days',
    ),
    why: 'itself',
  }),
  kept('sell_orders', {
    file: ['sold/offers', 'copy.sales', 'created_at, id'],
    shown: `member_id id gateway payee currency state subtotal_minor fee_minor total_minor
      payout_currency payout_minor notice created_at decided_at into_wallet_at`,
    hidden: { content_hash: 'a digest of the offer', decided_by: 'names one of our people' },
  }),
  kept('sell_lines', {
    file: ['sold/cards', 'copy.saleLines', 'order_id, position'],
    shown: `member_id order_id id position card_id title value_minor price_minor exchange_fees_bp
      quantity fee_minor front back receipt`,
  }),
  kept('claims', {
    file: ['orders/reported-codes', 'copy.claims', 'created_at, id'],
    shown: `id member_id order_id line_id card_id code_id title serial reason state due_at created_at decided_at
      replacement_id back_minor paid_minor paid_currency`,
    hidden: {
      decided_by: 'names one of our people',
      ...each(
        'sale_id sale_line_id sale_nth charged_minor charged_currency charged_at',
        'what somebody else was charged',
      ),
    },
  }),
  kept('claim_steps', {
    whose: "member_id = $1 and kind <> 'charged'",
    file: ['orders/reported-codes-steps', 'copy.claimSteps', 'claim_id, n'],
    shown: 'claim_id n member_id kind side words pictures at',
    blank: { words: "''", pictures: "'{}'" },
  }),
];
