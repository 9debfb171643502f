/** Buyers who order, look at their codes and sign in, and remember what they were told. */
import type { Order } from '@giftlane/contract/shop/orders.ts';
import type { Shop } from '../../apps/server/src/app.ts';
import { type TestMember, testPassword } from '../../apps/server/src/testing/builders.ts';
import { type Diaries, proving, sendShoppers } from '../../apps/server/src/testing/diaries.ts';
import { ask } from '../../apps/server/src/testing/journey.ts';

export interface Buyers extends Diaries {
  /** Codes that were shown, and signings-in that were acknowledged and held. */
  readonly seen: { readonly codes: number; readonly sessions: number };
  /** Codes that two members saw. */
  shownTwice(): string[];
}

/** One order in so many is followed by a look at its code, and one in so many by a sign-in. */
const [looksEach, signsInEach] = [4, 10];

export async function sendBuyers(
  shop: Shop,
  url: string,
  { buyers, codes, pauseMs }: { buyers: number; codes: number; pauseMs: number },
): Promise<Buyers> {
  const shownTo = new Map<string, Set<string>>();
  const seen = { codes: 0, sessions: 0 };

  const look = async (base: string, { id, token }: TestMember, order: Order) => {
    const cardId = order.aCartData[0]?.aCardCode[0]?._id;
    const address = `${base}/transactions/viewCard/${order._id}`;
    const { sOrderContent } = await proving(base, token, () =>
      ask<{ sOrderContent: string }>('PUT', address, { token, body: { cardId } }),
    );
    shownTo.set(sOrderContent, (shownTo.get(sOrderContent) ?? new Set()).add(id));
    seen.codes += 1;
  };
  const signIn = async (base: string, { email }: TestMember) => {
    const reply = await fetch(`${base}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sEmail: email, sPassword: testPassword }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`login answered ${reply.status}: ${text}`);
    const { Authorization: token } = JSON.parse(text) as { Authorization: string };
    // A session that was acknowledged and is lost is refused with 401, which ends the proof.
    await ask('GET', `${base}/myprofile`, { token });
    seen.sessions += 1;
  };
  const diaries = await sendShoppers({ shop }, () => url, {
    ...{ shoppers: buyers, codes, pauseMs },
    async afterwards(base, member, order) {
      // By the order, so that a repetition does the same.
      const chance = Number.parseInt(order._id.slice(-4), 36);
      if (chance % looksEach === 0) await look(base, member, order);
      if (chance % signsInEach === 0) await signIn(base, member);
    },
  });
  const shownTwice = () =>
    [...shownTo].flatMap(([code, { size }]) => (size > 1 ? [`${code} was shown to ${size}`] : []));
  return Object.assign(diaries, { seen, shownTwice });
}
