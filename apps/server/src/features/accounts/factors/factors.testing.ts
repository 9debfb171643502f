/** Members with second factors, for tests. */
import { login } from '@giftlane/contract/members/accounts.ts';
import { provePassword } from '@giftlane/contract/members/profile.ts';
import * as calls from '@giftlane/contract/members/security.ts';
import { Secret, TOTP } from 'otpauth';
import { sql } from '../../../platform/db/db.ts';
import { type TestMember, testPassword } from '../../../testing/builders.ts';
import type { TestShop } from '../../../testing/start-shop.ts';
import { makeDevice } from './authenticator.testing.ts';

type Signed = Pick<TestMember, 'token'>;

/** Gives the password again. */
export const prove = (shop: TestShop, { token }: Signed) =>
  shop.call(provePassword, { token, body: { sPassword: testPassword } });

/** The code an authenticator app shows by the shop's clock, or some steps of thirty seconds later. */
export async function codeOf(shop: TestShop, secret: string, steps = 0): Promise<string> {
  const { at } = await shop.db.one(sql<{ at: Date }>`select app_now() as at`);
  const timestamp = at.getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets an authenticator app up for a member who has proven the session; answers its secret and recovery codes. */
export async function addApp(shop: TestShop, member: Signed) {
  const { token } = member;
  await prove(shop, member);
  const begun = await shop.call(calls.beginTotp, { token });
  const { sSecret: secret } = begun.body.data;
  const body = { sCode: await codeOf(shop, secret) };
  const { data } = (await shop.call(calls.confirmTotp, { token, body })).body;
  return { secret, recovery: data.aRecoveryCodes ?? [] };
}

/** A device for the shop's own address. */
export const deviceFor = ({ config }: TestShop) => {
  const { origin, hostname } = new URL(config.publicUrl);
  return makeDevice({ origin, rpId: hostname });
};

/** Adds a passkey to a member who has proven the session; answers the device and what the shop said. */
export async function addKey(shop: TestShop, { token }: Signed, device = deviceFor(shop)) {
  const options = await shop.call(calls.addPasskeyOptions, { token });
  const oCredential = device.make(options.body.data);
  const body = { sName: 'My phone', oCredential };
  return { device, reply: await shop.call(calls.addPasskey, { token, body }) };
}

type Device = ReturnType<typeof deviceFor>;

/** Proves a session by a passkey. */
export async function proveByKey(shop: TestShop, { token }: Signed, device: Device) {
  const options = await shop.call(calls.provePasskeyOptions, { token });
  const oCredential = device.sign(options.body.data);
  return shop.call(calls.provePasskey, { token, body: { oCredential } });
}

/** Signs in by a passkey. */
export async function signInByKey(shop: TestShop, device: Device) {
  const options = await shop.call(calls.signInPasskeyOptions);
  const oCredential = device.sign(options.body.data);
  return shop.call(calls.signInPasskey, { body: { oCredential } });
}

/** Begins to sign in by the password; answers the challenge of the second step. */
export async function challengeOf(shop: TestShop, email: string): Promise<string> {
  const reply = await shop.call(login, { body: { sEmail: email, sPassword: testPassword } });
  const { sChallenge } = reply.body.data as unknown as { sChallenge: string };
  return sChallenge;
}

/** Gives a code at the second step. */
export const giveCode = (shop: TestShop, sChallenge: string, sCode: string) =>
  shop.call(calls.signInFactor, { body: { sChallenge, sCode } });
