/** An order as staff sees it, put together from what each feature knows. */
import type { Data } from '@giftlane/contract/call.ts';
import { toDecimalText, toWire } from '@giftlane/contract/money/money.ts';
import type { showOfficeOrder } from '@giftlane/contract/office/orders.ts';
import { journalsOf } from '../../ledger/browse.ts';
import { isCoin, type Unit } from '../../ledger/ledger.ts';
import type { Db } from '../../platform/db/db.ts';
import { unitsText } from '../../utxo/units.ts';
import { findMember } from '../accounts/accounts.ts';
import { entriesAbout } from '../audit/audit.ts';
import { findPayment, paidIn, paymentsGone, takenBack } from '../checkout/checkout.ts';
import { areCoinsThere, findQuote, liveSendOf } from '../coins/coins.ts';
import { operatorNaming } from '../operators/operators.ts';
import { codeName, type Order } from '../orders/orders.ts';
import { countByLine, revealsOf } from '../stock/stock.ts';

type Page = Data<typeof showOfficeOrder>;
type Moment = Page['aMoments'][number];

const [mostReveals, mostDeeds] = [100, 50];

/** An amount of money or coins, as staff reads it. */
export const amountText = (minor: bigint, unit: Unit): string =>
  isCoin(unit) ? unitsText(minor) : toDecimalText(minor);

/** The newest reveals; operators by name. */
async function namedReveals(db: Db, orderKey: Parameters<typeof revealsOf>[1]) {
  const reveals = await revealsOf(db, orderKey, mostReveals);
  const nameOf = await operatorNaming(
    db,
    reveals.flatMap(({ operator }) => operator ?? []),
  );
  return reveals.map((reveal) => ({
    ...reveal,
    operator: reveal.operator && nameOf(reveal.operator),
  }));
}

async function readAll(db: Db, order: Order) {
  const { memberId, id } = order;
  const lineIds = order.lines.map((line) => line.id);
  const orderKey = { memberId, orderId: id };
  const [member, counts, postings, paid, taken, payment, quote, send, reveals, deeds, there, gone] =
    await Promise.all([
      findMember(db, memberId),
      countByLine(db, lineIds),
      journalsOf(db, memberId, id),
      paidIn(db, order),
      takenBack(db, order),
      findPayment(db, order),
      findQuote(db, memberId, { orderId: id }),
      liveSendOf(db, order),
      namedReveals(db, orderKey),
      entriesAbout(db, id, mostDeeds),
      areCoinsThere(db, orderKey),
      paymentsGone(db, [order]),
    ]);
  const isPaymentGone = !there || gone.has(id);
  return {
    member,
    counts,
    postings,
    paid,
    taken,
    payment,
    quote,
    send,
    reveals,
    deeds,
    isPaymentGone,
  };
}
type All = Awaited<ReturnType<typeof readAll>>;

interface Happened {
  readonly at: Date | null;
  readonly kind: Moment['eKind'];
  readonly what?: string;
  readonly who?: string;
  readonly minor?: bigint;
}

/** What happened, the oldest first. */
function momentsOf(order: Order, { postings, paid, taken, reveals, deeds }: All): Moment[] {
  const sold = postings.find(({ kind }) => kind === 'buy' || kind === 'capture');
  const firstView = reveals.findLast(({ kind }) => kind !== 'staff');
  const happened: Happened[] = [
    { at: order.createdAt, kind: 'placed', minor: order.totalMinor },
    ...paid.received.map(({ captureId, createdAt, amountMinor, use }) => ({
      at: createdAt,
      kind: use === 'order' ? ('captured' as const) : ('returned' as const),
      what: captureId,
      minor: amountMinor,
    })),
    { at: sold?.createdAt ?? null, kind: 'paid', minor: order.totalMinor },
    { at: order.deliveredAt, kind: 'delivered' },
    { at: order.mailedAt, kind: order.mailRefused ? 'mailRefused' : 'mailed', who: order.mailedTo },
    {
      at: firstView?.createdAt ?? null,
      kind: 'viewed',
      what: firstView?.serial ?? '',
      who: firstView?.address ?? '',
    },
    ...reveals.flatMap(({ kind, serial, createdAt, operator }) =>
      kind === 'staff'
        ? [{ at: createdAt, kind: 'shown' as const, what: serial, who: operator ?? '' }]
        : [],
    ),
    ...order.lines.map(({ refundedAt, refundedMinor, title }) => ({
      at: refundedAt,
      kind: 'refunded' as const,
      what: title,
      minor: refundedMinor,
    })),
    ...paid.givenBack.map(({ id, state, createdAt, amountMinor }) => ({
      at: createdAt,
      kind: 'sent' as const,
      what: `${id} ${state}`,
      minor: amountMinor,
    })),
    ...taken.map(({ at, reversalId, decision, amountMinor }) => ({
      at,
      kind: decision ? ('decided' as const) : ('taken' as const),
      what: decision ?? reversalId ?? '',
      minor: amountMinor < 0n ? -amountMinor : amountMinor,
    })),
    ...deeds.map(({ deed, actor, createdAt }) => ({
      at: createdAt,
      kind: 'deed' as const,
      what: deed,
      who: actor,
    })),
  ];
  return happened
    .flatMap(({ at, kind, what = '', who = '', minor }) =>
      at
        ? [
            {
              dAt: at.toISOString(),
              eKind: kind,
              sWhat: what,
              sWho: who,
              nAmount: minor === undefined ? null : toWire(minor),
            },
          ]
        : [],
    )
    .sort((a, b) => (a.dAt < b.dAt ? -1 : a.dAt > b.dAt ? 1 : 0));
}

function journalsToWire(postings: All['postings']): Page['aJournals'] {
  return [...Map.groupBy(postings, ({ key }) => key).values()].map((entries) => ({
    sKind: entries[0]?.kind ?? '',
    sKey: entries[0]?.key ?? '',
    dCreatedAt: entries[0]?.createdAt.toISOString() ?? '',
    aPostings: entries.map(({ account, amountMinor, currency }) => ({
      sAccount: account,
      sAmount: amountText(amountMinor, currency),
      sCurrency: currency,
    })),
  }));
}

/** What the provider and the chain know of it, by their ids. */
function paymentsToWire(order: Order, all: All): Page['aPayments'] {
  const { payment, paid, taken, quote, send } = all;
  const row = (
    sWhat: Page['aPayments'][number]['sWhat'],
    sProviderId: string,
    {
      state = '',
      minor,
      unit,
      detail = '',
      at = null,
    }: { state?: string; minor: bigint; unit: Unit; detail?: string; at?: Date | null },
  ) => ({
    sWhat,
    sProviderId,
    sState: state,
    sAmount: amountText(minor, unit),
    sCurrency: unit,
    sDetail: detail,
    dCreatedAt: at?.toISOString() ?? null,
  });
  return [
    ...(payment
      ? [
          row('order', payment.providerOrderId ?? order.paymentId, {
            state: payment.state,
            minor: payment.amountMinor,
            unit: payment.currency,
          }),
        ]
      : []),
    ...paid.received.map(({ captureId, use, amountMinor, currency, createdAt }) =>
      row('capture', captureId, { state: use, minor: amountMinor, unit: currency, at: createdAt }),
    ),
    ...paid.givenBack.map(
      ({ id, providerRefundId, state, amountMinor, currency, reason, problem, createdAt }) =>
        row('refund', providerRefundId ?? id, {
          state,
          minor: amountMinor,
          unit: currency,
          detail: problem ?? reason,
          at: createdAt,
        }),
    ),
    ...taken.map(({ captureId, reversalId, decision, amountMinor, currency, at }) =>
      row('taken', reversalId ?? captureId, {
        state: decision ?? '',
        minor: amountMinor,
        unit: currency,
        at,
      }),
    ),
    ...(quote ? [row('address', quote.address, { minor: quote.amount, unit: quote.coin })] : []),
    ...(send
      ? [
          row('transaction', send.txid, {
            state: send.state,
            minor: send.value,
            unit: send.coin,
            at: send.createdAt,
          }),
        ]
      : []),
  ];
}

function linesToWire(order: Order, { counts }: All): Page['aLines'] {
  return order.lines.map((line) => {
    const count = counts.find(({ lineId }) => lineId === line.id);
    return {
      _id: line.id,
      sTitle: line.title,
      nQuantity: line.quantity,
      nPrice: toWire(line.priceMinor),
      nTotal: toWire(line.payableMinor),
      nRefunded: toWire(line.refundedMinor),
      dRefundedAt: line.refundedAt?.toISOString() ?? null,
      nState: line.state,
      nCodes: count?.codes ?? 0,
      nViewed: count?.viewed ?? 0,
    };
  });
}

/** The page of an order. Contact data of its member is left out for an operator who may not see it. */
export async function orderPage(db: Db, order: Order, mayRead: boolean): Promise<Page> {
  const all = await readAll(db, order);
  const { member } = all;
  return {
    _id: order.id,
    sClientId: order.clientId,
    oMember: {
      _id: order.memberId,
      sName: mayRead ? (member?.fullName ?? '') : '',
      sEmail: mayRead ? (member?.email ?? '') : '',
    },
    eState: order.state,
    sFailReason: order.failReason ?? '',
    sNotice: order.notice,
    eGateway: order.gateway,
    eCurrency: order.currency,
    nSubtotal: toWire(order.subtotalMinor),
    nServiceCharge: toWire(order.serviceChargeMinor),
    nDiscount: toWire(order.discountMinor),
    nTotal: toWire(order.totalMinor),
    nWallet: toWire(order.walletMinor),
    nCashback: toWire(order.cashbackMinor),
    nRefunded: toWire(order.refundedMinor),
    bPaymentGone: all.isPaymentGone,
    dCreatedAt: order.createdAt.toISOString(),
    aLines: linesToWire(order, all),
    aMoments: momentsOf(order, all),
    aJournals: journalsToWire(all.postings),
    aPayments: paymentsToWire(order, all),
    aReveals: all.reveals.map((reveal) => ({
      sCodeId: codeName(reveal.cardId),
      sSerial: reveal.serial,
      eKind: reveal.kind,
      sAddress: reveal.address,
      sOperator: reveal.operator ?? '',
      dCreatedAt: reveal.createdAt.toISOString(),
    })),
  };
}
