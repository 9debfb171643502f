/** Compares the shop with the provider on paper when a history is over. */
import { needOrder } from '../features/orders/orders.ts';
import { balanceOf, frozenOf } from '../ledger/ledger.ts';
import { sql } from '../platform/db.ts';
import { disputesOf, leftOf, sumOf } from './paper-provider.ts';
import { asText, bookedBy, type History, knownOf, refundRows } from './taken-history.ts';

function differs(what: string, is: unknown, should: unknown): string[] {
  return asText(is) === asText(should) ? [] : [`${what}: ${asText(is)}, not ${asText(should)}`];
}

/** What the shop knows of the payment in the end, and what went back of it by the provider. */
async function atEnd(history: History) {
  const known = await knownOf(history);
  const refunds = await refundRows(history);
  const made = history.paid.payment.backs.filter(({ state }) => state === 'completed');
  return {
    known,
    refunds,
    /** What refunds owe, each cent once. */
    owedMinor: refunds.reduce((sum, one) => sum + one.amountMinor, 0n) - known.owedAgainMinor,
    /** What of that was given in the dashboard in their place. */
    insteadMinor: refunds.reduce((sum, { givenMinor }) => sum + givenMinor, 0n),
    ownMinor: sumOf(made.filter(({ kind }) => kind === 'own')),
    goneMinor: sumOf(
      made.filter(
        ({ kind, verdict }) => kind === 'gift' || (kind === 'dispute' && verdict === 'lost'),
      ),
    ),
  };
}
type End = Awaited<ReturnType<typeof atEnd>>;

async function ofBooks({ shop, paid, before }: History): Promise<string[]> {
  const { atProviderMinor, owedMinor } = await bookedBy(shop);
  return [
    ...differs('at the provider', atProviderMinor - before.atProviderMinor, leftOf(paid.payment)),
    ...differs('owed to the card', owedMinor - before.owedMinor, 0n),
    ...differs('set aside', await balanceOf(shop.db, frozenOf(paid.anna.id, 'usd')), 0n),
  ];
}

function ofPayment({ paid: { payment } }: History, end: End): string[] {
  const { known, refunds, owedMinor, insteadMinor, ownMinor, goneMinor } = end;
  const openMinor = known.reversedMinor - known.settledMinor;
  const wantedMinor = owedMinor - insteadMinor;
  const roomMinor = payment.amountMinor - goneMinor;
  const isOpen = openMinor > 0n || (known.disputed ?? false);
  return [
    ...differs('gone', known.reversedMinor - known.restoredMinor, goneMinor),
    ...differs('undecided', isOpen, false),
    ...differs('sent to the card', ownMinor, wantedMinor < roomMinor ? wantedMinor : roomMinor),
    ...differs(
      'refunds without an end',
      refunds.filter(({ state }) => state !== 'done'),
      [],
    ),
  ];
}

/** Every dispute that the shop knows has frozen the buyer, and nothing else did. */
function ofFreeze({ paid: { payment }, sawFrozen, everFrozen }: History, { known }: End): string[] {
  const disputes = disputesOf(payment);
  // Where gifts gave all of the payment, they end what one took that was won before the provider told of it: nobody froze.
  const isAllGiven =
    sumOf(payment.backs.filter(({ kind }) => kind === 'gift')) === payment.amountMinor;
  const unseen = disputes.filter(
    ({ id, verdict }) =>
      known.ids.includes(id) && !sawFrozen.has(id) && !(isAllGiven && verdict === 'won'),
  );
  return [
    ...differs('froze nobody', unseen, []),
    ...(disputes.length === 0 ? differs('frozen for nothing', everFrozen, false) : []),
  ];
}

async function ofWallet({ paid, spentMinor }: History, { goneMinor }: End): Promise<string[]> {
  const leftMinor = paid.payment.amountMinor - spentMinor - goneMinor;
  return differs('wallet', await paid.anna.balance(), leftMinor > 0n ? leftMinor : 0n);
}

async function ofOrder({ shop, paid }: History, end: End): Promise<string[]> {
  const { state, refundedMinor } = await needOrder(shop.db, paid.anna.id, paid.id);
  const { kept } = await shop.db.one(sql<{ kept: number }>`
    select count(*)::int as kept from codes c join order_lines l on l.id = c.line_id
    where l.order_id = ${paid.id} and l.refunded_at is not null and c.state <> 'void'`);
  const isGivenBack = disputesOf(paid.payment).length === 0 && leftOf(paid.payment) === 0n;
  return [
    ...(state === 'delivered' && !isGivenBack ? [] : differs('the order', state, 'refunded')),
    ...differs('codes of refunded lines in trade', kept, 0),
    ...differs('refunded by lines', refundedMinor, end.owedMinor),
  ];
}

/** What is not in the shop as it is on paper; nothing, if all is well. */
export async function differences(history: History): Promise<string[]> {
  const end = await atEnd(history);
  history.log.push(asText({ ...end, backs: history.paid.payment.backs }));
  return [
    ...(await ofBooks(history)),
    ...ofPayment(history, end),
    ...ofFreeze(history, end),
    ...(history.paid.kind === 'added' ? await ofWallet(history, end) : await ofOrder(history, end)),
  ];
}
