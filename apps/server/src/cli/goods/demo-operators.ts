/** The people of the demo's back office: one for each role. */
import type { Role } from '@giftlane/contract/office/permissions.ts';
import { shopNow } from '../../features/accounts/accounts.ts';
import {
  addReadyOperators,
  type ReadyOperator,
  signsInWith,
} from '../../features/operators/operators.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { nextCode, toBase32 } from '../../platform/secrets/totp.ts';
import type { Tools } from '../command.ts';
import { isDemo } from '../queries.ts';

export const demoPassword = 'Gift-lane-1';

const names: Readonly<Record<Role, string>> = {
  owner: 'Olivia Owens',
  catalogue: 'Carl Cooper',
  support: 'Susan Stone',
  reviewer: 'Rita Reed',
  finance: 'Frank Fisher',
};

const people: readonly ReadyOperator[] = (Object.keys(names) as Role[]).map((role) => ({
  email: `${role}@giftlane.example`,
  name: names[role],
  role,
}));

/** Another one in each installation: whoever has read this can not enter a demo that strangers reach. */
const secretOf = (keys: KeyRing) => toBase32(keys.fingerprint('operators of the demo'));

/** Adds those who are missing to a shop that began as the demo. */
export async function addDemoOperators({
  db,
  keys,
  config,
}: Pick<Tools, 'db' | 'keys'> & {
  readonly config: Pick<Tools['config'], 'passwordCost'>;
}): Promise<void> {
  const shared = { password: demoPassword, cost: config.passwordCost, secret: secretOf(keys) };
  if (await isDemo(db)) await db.tx((tx) => addReadyOperators(tx, keys, people, shared));
}

/** Lines that tell how to sign in to the office as those who still have the demo's authenticator app. */
export async function demoOperatorLines({
  db,
  keys,
}: Pick<Tools, 'db' | 'keys'>): Promise<string[]> {
  const secret = secretOf(keys);
  const ready = await Promise.all(
    people.map(({ email }) => signsInWith(db, keys, { email, secret })),
  );
  const [first, ...others] = people.filter((_, i) => ready[i]);
  if (!first) return [];
  const also = others.map(({ role }) => `${role}@`).join(', ');
  const code = nextCode(secret, await shopNow(db));
  return [
    `In the office ${first.email}${also && ` (also ${also})`}`,
    `              password ${demoPassword}, code ${code} for a minute`,
    `              later codes: add the secret ${secret} to an authenticator app`,
  ];
}
