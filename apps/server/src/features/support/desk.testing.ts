/** Staff at work on a test's shop. */
import type { Role } from '@giftlane/contract/office/permissions.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { TOTP } from 'otpauth';
import { sql } from '../../platform/db/db.ts';
import { seconds } from '../../platform/process/durations.ts';
import { newTotp } from '../../platform/secrets/totp.ts';
import { makeCard, makeMember, orderBody } from '../../testing/builders.ts';
import { makeOperator, officeOf } from '../../testing/office.ts';
import type { TestShop } from '../../testing/start-shop.ts';
import { totpIdentity } from '../operators/invitations.ts';
import { setFactors } from '../operators/queries.ts';

/** An operator who is signed in; `code` is a new one of their authenticator app. */
export async function staff(shop: TestShop, role: Role, office = officeOf(shop)) {
  const operator = await makeOperator(shop, role, office);
  const { id } = operator;
  const { sealed, uri } = newTotp(shop.config.keys, totpIdentity(id), { issuer: 'x', label: 'x' });
  const session = await shop.db.one(sql<{ hash: Buffer; sessionId: string }>`
    select token_hash as hash, id as "sessionId" from operator_sessions where operator_id = ${id}`);
  await shop.db.tx((tx) =>
    setFactors(tx, { id, name: `Olga ${role}`, passwordHash: 'x', totpSecret: sealed, step: 0n }),
  );
  await shop.db.run(sql`
    insert into operator_sessions (token_hash, id, operator_id)
    values (${session.hash}, ${session.sessionId}, ${id})`);
  return {
    ...operator,
    async code() {
      // Each step works once.
      await shop.moveClock(seconds(31));
      const { at } = await shop.db.one(sql<{ at: Date }>`select app_now() as at`);
      const totp = new TOTP({ secret: new URL(uri).searchParams.get('secret') ?? '' });
      return totp.generate({ timestamp: at.getTime() });
    },
  };
}

/** Anna bought cards for 10.00 each from her wallet, which had 100.00. */
export async function bought(shop: TestShop, { quantity = 2, cards = 1 } = {}) {
  const anna = await makeMember(shop, { walletMinor: 100_00n, verified: true });
  const made = await Promise.all(
    Array.from({ length: cards }, () => makeCard(shop, { codes: quantity })),
  );
  const body = orderBody(anna, { card: made[0] ?? { id: '' }, quantity, totalMinor: 0n });
  const totalMinor = BigInt(quantity * cards * 10);
  const wish = {
    ...body,
    aCartData: made.map(({ id }) => ({ iGiftCardId: id, nQuantity: quantity })),
    nWalletAmount: Number(totalMinor),
    nTotalAmount: Number(totalMinor),
  };
  const { data: order } = (await shop.call(pay, { token: anna.token, body: wish })).body;
  return { anna, cards: made, order };
}
