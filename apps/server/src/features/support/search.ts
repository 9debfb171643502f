/** The search of the back office. Every lookup is answered by an index. */
import type { Data } from '@giftlane/contract/call.ts';
import { formatMoney } from '@giftlane/contract/money/money.ts';
import type { search as searchCall } from '@giftlane/contract/office/search.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Operator } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { days, minutes } from '../../platform/process/durations.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { searchMembers } from '../accounts/accounts.ts';
import { paidUnder } from '../checkout/checkout.ts';
import { onChain } from '../coins/coins.ts';
import { type OrderKey, ownersOf, readOrders } from '../orders/orders.ts';
import { salesAbout } from '../selling/selling.ts';
import { codesByEnd, codesBySerial, codesWithoutTail, type FoundCode } from '../stock/stock.ts';
import { isTopUp } from '../topups/topups.ts';
import { voucherOf } from '../wallet/wallet.ts';

export interface SearchParts {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly throttle: Throttle;
}

type Found = Data<typeof searchCall>;
type Hit = Found['aHits'][number];

const [mostHits, mostOfKind, mostUnread] = [20, 10, 10_000];
const searchesInAMinute = 120;
const endOfCode = /^[\p{L}\p{N}-]{4,8}$/u;
/** Of an operator, beyond which ends of codes are not searched: nobody tries them out. */
const endsADay = 200;

/** An order's hit leads to its page, a top-up's to its member. */
const leadsTo = ({ memberId, id }: OrderKey) => ({
  sOrderId: isTopUp({ id }) ? null : id,
  sMemberId: memberId,
});

async function orderHits(db: Db, query: string): Promise<Hit[]> {
  const keys = await ownersOf(db, query);
  const orders = await readOrders(db, keys);
  return [...orders.values()].map(({ memberId, id, state, totalMinor, currency, lines }) => ({
    eKind: 'order',
    sTitle: id,
    sDetail: [
      text(`office.orderState.${state}`),
      formatMoney(totalMinor, currency),
      lines[0]?.title ?? '',
    ].join(' · '),
    ...leadsTo({ memberId, id }),
  }));
}

const paymentHits = async (db: Db, query: string): Promise<Hit[]> =>
  (await paidUnder(db, query)).map((key) => ({
    eKind: 'payment',
    sTitle: query,
    sDetail: `${key.what} · ${key.id}`,
    ...leadsTo(key),
  }));

const coinHits = async (db: Db, query: string): Promise<Hit[]> =>
  (await onChain(db, query, mostOfKind)).map(({ coin, owner, orderId, what }) => ({
    eKind: 'coin',
    sTitle: query,
    sDetail: [what, coin.toUpperCase(), orderId ?? owner].join(' · '),
    sOrderId: orderId,
    sMemberId: owner,
  }));

async function mayTryEnd({ throttle }: SearchParts, operatorId: string): Promise<boolean> {
  try {
    await throttle.hit(`ends of codes ${operatorId}`, endsADay, days(1));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'request.throttled') return false;
    throw error;
  }
}

async function codeHits(parts: SearchParts, operatorId: string, query: string): Promise<Hit[]> {
  const { db, keys } = parts;
  const limit = mostOfKind;
  const [bySerial, byEnd] = await Promise.all([
    codesBySerial(db, query, limit),
    endOfCode.test(query) && (await mayTryEnd(parts, operatorId))
      ? codesByEnd(db, keys, { end: query, limit })
      : [],
  ]);
  const hit =
    (how: string) =>
    ({ serial, title, state, orderId, memberId }: FoundCode): Hit => ({
      eKind: 'code',
      sTitle: serial,
      sDetail: [how, title, text(`office.codeState.${state}`)].join(' · '),
      sOrderId: orderId,
      sMemberId: memberId,
    });
  return [
    ...bySerial.map(hit(text('office.search.bySerial'))),
    ...byEnd.map(hit(text('office.search.byEnd'))),
  ];
}

const memberHits = async (db: Db, query: string): Promise<Hit[]> =>
  (await searchMembers(db, query, mostOfKind)).map((member) => ({
    eKind: 'member',
    sTitle: member.fullName,
    sDetail: [member.email, ...(member.frozenAt ? [text('office.member.frozen')] : [])].join(' · '),
    sOrderId: null,
    sMemberId: member.id,
  }));

async function voucherHits(parts: SearchParts, query: string): Promise<Hit[]> {
  const voucher = await voucherOf(parts, query);
  if (!voucher) return [];
  const { id, valueMinor, currency, redeemedBy } = voucher;
  const state = text(redeemedBy ? 'office.search.redeemed' : 'office.search.unredeemed');
  const sDetail = [formatMoney(valueMinor, currency), state].join(' · ');
  return [{ eKind: 'voucher', sTitle: id, sDetail, sOrderId: null, sMemberId: redeemedBy }];
}

const saleHits = async (db: Db, query: string): Promise<Hit[]> =>
  (await salesAbout(db, { memberId: '', id: query, limit: 1 })).map((sale) => ({
    eKind: 'sale',
    sTitle: sale.id,
    sDetail: [sale.state, formatMoney(sale.totalMinor, sale.currency)].join(' · '),
    sOrderId: null,
    sMemberId: sale.memberId,
  }));

/**
 * Finds what the operator may see: orders and what paid them by `orders.read`, members, vouchers and sales by
 * `members.read`. Refuses `session.not_permitted` without either, and many searches a minute.
 */
export async function searchAll(
  parts: SearchParts,
  { operatorId, permissions }: Operator,
  query: string,
): Promise<Found> {
  const { db, throttle } = parts;
  const [orders, members] = [permissions.has('orders.read'), permissions.has('members.read')];
  if (!orders && !members) throw new Refusal('session.not_permitted');
  await throttle.hit(`office search ${operatorId}`, searchesInAMinute, minutes(1));
  const [found, nUnread] = await Promise.all([
    Promise.all([
      orders ? orderHits(db, query) : [],
      orders ? paymentHits(db, query) : [],
      orders ? coinHits(db, query) : [],
      members ? voucherHits(parts, query) : [],
      members ? saleHits(db, query) : [],
      members ? memberHits(db, query) : [],
      orders ? codeHits(parts, operatorId, query) : [],
    ]),
    orders && endOfCode.test(query) ? codesWithoutTail(db, mostUnread) : 0,
  ]);
  const open = found.flatMap((hits) => hits.slice(0, mostOfKind)).slice(0, mostHits);
  return { aHits: open, nUnread };
}
