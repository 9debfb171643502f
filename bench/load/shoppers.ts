/** What the measured shoppers do: an order at once, or a whole purchase through the cart. */
import { lineAmounts, toWire } from '../../packages/contract/src/money.ts';
import type { Connection, Reply } from './http.ts';

export type Deed = 'order' | 'purchase';

export interface Shopper {
  readonly connection: Connection;
  /** Members this shopper acts for; nobody else does meanwhile. */
  readonly members: readonly number[];
  readonly cards: number;
  /** Makes the order ids of this run differ from every other run's. */
  readonly run: string;
}

/** The amounts of one code of the cards that `bench_brands` makes. */
export const amounts = lineAmounts({
  quantity: 1,
  priceMinor: 25_00n,
  discountBp: 500,
  cashbackBp: 200,
  serviceChargeBp: 150,
});
const total = toWire(amounts.payableMinor);

export const memberId = (number: number) => `mem_bench${String(number).padStart(7, '0')}`;
const cardId = (number: number) => `card_bench${String(number).padStart(6, '0')}a`;

const pick = (count: number) => 1 + Math.floor(Math.random() * count);

function request(method: string, path: string, member: number, body = ''): string {
  return (
    `${method} /api/v1${path} HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer bench-token-${member}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

function expectReply(reply: Reply, status: number, contains: string): void {
  if (reply.status !== status || !reply.body.includes(contains))
    throw new Error(`unexpected reply ${reply.status}: ${reply.body.slice(0, 500)}`);
}

/** Places one order from the wallet; anything but a delivered order is an error. */
async function order(shopper: Shopper, member: number, card: string, count: number): Promise<void> {
  const body = JSON.stringify({
    sOrderId: `bench-${shopper.run}-${String(count).padStart(8, '0')}`,
    eCurrency: 'usd',
    eGateway: 'Wallet',
    aCartData: [{ iGiftCardId: card, nQuantity: 1 }],
    nWalletAmount: total,
    aExtraCharges: [
      { name: 'Service Charge', amount: toWire(amounts.serviceChargeMinor) },
      { name: 'Discount', amount: toWire(-amounts.discountMinor) },
    ],
    nTotalAmount: total,
    sPayerId: memberId(member),
  });
  const reply = await shopper.connection.request(request('POST', '/transaction', member, body));
  expectReply(reply, 200, '"eStatus":"Delivered"');
}

/** Repeats a deed until the time is over; answers the latency of each in milliseconds. */
export async function shop(shopper: Shopper, deed: Deed, untilMs: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let began = performance.now(); began < untilMs; ) {
    const member = shopper.members[pick(shopper.members.length) - 1] ?? 1;
    const card = cardId(pick(shopper.cards));
    if (deed === 'purchase') {
      const add = JSON.stringify({ iGiftCardId: card, nQuantity: 1 });
      const { connection } = shopper;
      expectReply(await connection.request(request('POST', '/cart', member, add)), 200, card);
      expectReply(await connection.request(request('GET', '/cart', member)), 200, card);
    }
    await order(shopper, member, card, latencies.length);
    const now = performance.now();
    latencies.push(now - began);
    began = now;
  }
  return latencies;
}
