/** Test helpers for members with second factors. */
import { login } from '@giftlane/contract/members/accounts.ts';
import { provePassword } from '@giftlane/contract/members/profile.ts';
import * as calls from '@giftlane/contract/members/security.ts';
import { Secret, TOTP } from 'otpauth';
import { sql } from '../../../platform/db/db.ts';
import { type TestMember, testPassword } from '../../../testing/builders.ts';
import type { TestShop } from '../../../testing/start-shop.ts';
import { makeDevice } from './authenticator.testing.ts';

type Signed = Pick<TestMember, 'token'>;

/** Proves the session by the password. */
export const prove = (shop: TestShop, { token }: Signed) =>
  shop.call(provePassword, { token, body: { sPassword: testPassword } });

/** The TOTP code at the shop's time, or some steps of thirty seconds later. */
export async function codeOf(shop: TestShop, secret: string, steps = 0): Promise<string> {
  const { at } = await shop.db.one(sql<{ at: Date }>`select app_now() as at`);
  const timestamp = at.getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/**
 * Adds an authenticator app to a member, proving the session first; returns its secret and the recovery codes.
 */
export async function addApp(shop: TestShop, member: Signed) {
  const { token } = member;
  await prove(shop, member);
  const begun = await shop.call(calls.beginTotp, { token });
  const { sSecret: secret } = begun.body.data;
  const body = { sCode: await codeOf(shop, secret) };
  const { data } = (await shop.call(calls.confirmTotp, { token, body })).body;
  return { secret, recovery: data.aRecoveryCodes ?? [] };
}

/** An authenticator for the shop's own origin. */
export const deviceFor = ({ config }: TestShop) => {
  const { origin, hostname } = new URL(config.publicUrl);
  return makeDevice({ origin, rpId: hostname });
};

/** Adds a passkey in a proven session; returns the device and the reply. */
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

/** Signs in by the password; returns the challenge of the second step. */
export async function challengeOf(shop: TestShop, email: string): Promise<string> {
  const reply = await shop.call(login, { body: { sEmail: email, sPassword: testPassword } });
  const { sChallenge } = reply.body.data as unknown as { sChallenge: string };
  return sChallenge;
}

/** Completes the second step with a code. */
export const giveCode = (shop: TestShop, sChallenge: string, sCode: string) =>
  shop.call(calls.signInFactor, { body: { sChallenge, sCode } });
