import { decideClaim, showClaim } from '@giftlane/contract/office/claims.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { openClaim } from '@giftlane/contract/shop/claims.ts';
import { viewCard } from '@giftlane/contract/shop/orders.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../../tools/free-port.ts';
import { balanceOf, walletOf } from '../../ledger/ledger.ts';
import { apiBase } from '../../platform/http/http.ts';
import { makeCard, makeMember, orderBody } from '../../testing/builders.ts';
import { cloneDatabase } from '../../testing/databases.ts';
import { openKillable } from '../../testing/killable.ts';
import { makeOperator } from '../../testing/office.ts';
import { callsTo } from '../../testing/sell-crashes.ts';

test('9 kill -9 while a claim is decided leaves it open, or decided with the money in the wallet, once', async () => {
  const database = await cloneDatabase(inject('server'));
  const world = await openKillable(database.url);
  onTestFinished(async () => {
    await world.close();
    await database.drop();
  });
  const { shop } = world;
  const anna = await makeMember(shop, { walletMinor: 50_00n });
  const { token } = anna;
  const card = await makeCard(shop, { codes: 1 });
  const { raw } = callsTo(await world.live());
  const body = orderBody(anna, { card, totalMinor: 10_00n });
  const bought = await raw(pay.method, pay.path, { token, body });
  const order = pay.data.parse(bought.body.data);
  const code = order.aCartData[0]?.aCardCode[0]?._id ?? '';
  const at = ({ path }: { path: string }, id: string) => path.replace('{id}', id);
  await raw(viewCard.method, at(viewCard, order._id), { token, body: { cardId: code } });
  const wish = { sCodeId: code, eReason: 'used', sWords: 'It was used', aPictures: [] };
  const opened = await raw(openClaim.method, at(openClaim, order._id), {
    token,
    body: wish,
  });
  const { _id: id } = openClaim.data.parse(opened.body.data);
  const olga = await makeOperator(shop, 'support');
  const show = async () => (await olga.call(showClaim, { params: { id } })).data;
  const { oMoneyBack } = await show();
  const decision = { eDecision: 'refund', sReason: '', oMoneyBack } as const;
  const killedAt = async (point: string) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const life = await world.live({
      CRASH_POINT: point,
      OFFICE_URL: url,
      OFFICE_PORT: String(port),
    });
    const asked = fetch(url + apiBase + at(decideClaim, id), {
      method: decideClaim.method,
      headers: { cookie: olga.cookie, origin: url, 'content-type': 'application/json' },
      body: JSON.stringify(decision),
    });
    await asked.catch(() => undefined);
    return life.death;
  };
  expect(await killedAt('claims.before_decision_commit')).toBe('SIGKILL');
  expect((await show()).eState).toBe('open');
  expect(await balanceOf(shop.db, walletOf(anna.id, 'usd'))).toBe(40_00n);
  expect(await killedAt('claims.decided')).toBe('SIGKILL');
  expect((await show()).eState).toBe('refunded');
  expect(await olga.call(decideClaim, { params: { id }, body: decision })).toMatchObject({
    status: 409,
    code: 'case.decided',
  });
  expect(await balanceOf(shop.db, walletOf(anna.id, 'usd'))).toBe(50_00n);
  await expect
    .poll(() => world.sandbox.mails(anna.email).some(({ text }) => text.includes('$10.00')))
    .toBe(true);
  expect((await world.verify()).problems).toEqual([]);
}, 120_000);
