import { login, myProfile } from '@giftlane/contract/members/accounts.ts';
import * as calls from '@giftlane/contract/members/security.ts';
import { describe, expect, test } from 'vitest';
import { makeMember, testPassword } from '../../../testing/builders.ts';
import { shopForAll, type TestShop } from '../../../testing/start-shop.ts';
import type { Behaviour, Device } from './authenticator.testing.ts';
import { addKey, deviceFor, prove } from './factors.testing.ts';

const optionsOf = async (shop: TestShop) => (await shop.call(calls.signInPasskeyOptions)).body.data;

async function signIn(shop: TestShop, device: Device, behaviour: Behaviour = {}) {
  const oCredential = device.sign(await optionsOf(shop), behaviour);
  return shop.call(calls.signInPasskey, { body: { oCredential } });
}

describe('passkeys in one shop', () => {
  const shared = shopForAll({ working: false });

  test('a passkey signs in by itself; beside it the password needs a second step', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await prove(shop, anna);
    const { device, reply } = await addKey(shop, anna);
    expect(reply.body.data.aRecoveryCodes).toHaveLength(10);
    const opened = await signIn(shop, device);
    expect(opened.body.data._id).toBe(anna.id);
    const token = opened.body.Authorization;
    expect((await shop.call(myProfile, { token })).status).toBe(200);
    const half = await shop.call(login, { body: { sEmail: anna.email, sPassword: testPassword } });
    expect(half.body).toMatchObject({
      code: 'session.factor_needed',
      data: { aMethods: ['passkey', 'code'] },
    });
    const seen = await shop.call(calls.showSecurity, { token });
    expect(seen.body.data.aPasskeys[0]?.dLastUsedAt).not.toBeNull();
  });

  test.for([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['nobody verified at the device', { verified: false }],
    ['a use that was counted before, as a copy of it has', { counter: 1 }],
  ] as const)('a passkey is refused: %s', async ([, behaviour]) => {
    const shop = shared();
    const anna = await makeMember(shop);
    await prove(shop, anna);
    const { device } = await addKey(shop, anna);
    expect((await signIn(shop, device, { counter: 5 })).status).toBe(200);
    const refused = await signIn(shop, device, { counter: 9, ...behaviour });
    expect(refused).toMatchObject({ status: 400, body: { code: 'factor.wrong_passkey' } });
  });

  test('what a passkey signed works once, also of many at once, and only for what it was asked', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await prove(shop, anna);
    const { device } = await addKey(shop, anna);
    // Synced passkeys count no uses.
    const oCredential = device.sign(await optionsOf(shop), { counter: 0 });
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => shop.call(calls.signInPasskey, { body: { oCredential } })),
    );
    // The counter that was kept is higher than none at all: a device that stops counting is another one.
    expect(tries.map(({ status }) => status)).toEqual(Array(5).fill(400));
    const fresh = device.sign(await optionsOf(shop));
    const again = await Promise.all(
      Array.from({ length: 5 }, () =>
        shop.call(calls.signInPasskey, { body: { oCredential: fresh } }),
      ),
    );
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1);
    const forProof = device.sign(await optionsOf(shop));
    const proof = await shop.call(calls.provePasskey, {
      token: anna.token,
      body: { oCredential: forProof },
    });
    expect(proof.body.code).toBe('factor.wrong_passkey');
  });

  test('a challenge of somebody else, or made up, is none', async () => {
    const shop = shared();
    const anna = await makeMember(shop);
    await prove(shop, anna);
    const { device } = await addKey(shop, anna);
    const made = Buffer.alloc(64).toString('base64url');
    const oCredential = device.sign({ challenge: made });
    expect((await shop.call(calls.signInPasskey, { body: { oCredential } })).status).toBe(400);
  });

  test('a passkey proves its own member’s session alone', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await prove(shop, anna);
    const { device } = await addKey(shop, anna);
    const prove2 = async (token: string) => {
      const options = (await shop.call(calls.provePasskeyOptions, { token })).body.data;
      const oCredential = device.sign(options);
      return (await shop.call(calls.provePasskey, { token, body: { oCredential } })).status;
    };
    expect(await prove2(bert.token)).toBe(400);
    expect(await prove2(anna.token)).toBe(200);
  });

  test('a passkey is made for the session that asked, and is one member’s', async () => {
    const shop = shared();
    const [anna, bert] = [await makeMember(shop), await makeMember(shop)];
    await prove(shop, anna);
    await prove(shop, bert);
    const device = deviceFor(shop);
    const options = (await shop.call(calls.addPasskeyOptions, { token: anna.token })).body.data;
    const stolen = device.make(options);
    const keep = (token: string, oCredential: typeof stolen) =>
      shop.call(calls.addPasskey, { token, body: { sName: 'Key', oCredential } });
    expect((await keep(bert.token, stolen)).body.code).toBe('factor.wrong_passkey');
    expect((await keep(anna.token, stolen)).status).toBe(200);
    expect((await addKey(shop, bert, device)).reply.body.code).toBe('factor.wrong_passkey');
  });
});
