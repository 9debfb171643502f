/** The demo shop: its catalogue, two members with money to spend, and the people of its back office. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import { type NewMember, registerMember, showOwner } from '../../features/accounts/accounts.ts';
import { authorize, createVouchers, redeem } from '../../features/wallet/wallet.ts';
import { balanceOf, walletOf } from '../../ledger/ledger.ts';
import { seedFilm } from '../../seed/film.ts';
import { demoSize, type Seeded, type SeedSize, seedCatalog } from '../../seed/seed.ts';
import type { Tools } from '../command.ts';
import { beginDemo, endDemo, memberIdsOf, setDemoSupport } from '../queries.ts';
import { addDemoMessages } from './demo-messages.ts';
import { addDemoOperators, demoPassword } from './demo-operators.ts';

export type DemoParts = Pick<Tools, 'db' | 'files' | 'keys' | 'throttle' | 'options'> & {
  readonly config: Pick<Tools['config'], 'passwordCost'>;
};

interface DemoMember extends NewMember {
  readonly walletMinor: bigint;
}

const demoMembers: readonly DemoMember[] = [
  {
    email: 'anna@giftlane.example',
    firstName: 'Anna',
    lastName: 'Archer',
    country: { code: 'US', name: 'United States' },
    currency: 'usd',
    walletMinor: 500_00n,
  },
  {
    email: 'ben@giftlane.example',
    firstName: 'Ben',
    lastName: 'Baker',
    country: { code: 'IE', name: 'Ireland' },
    currency: 'eur',
    walletMinor: 250_00n,
  },
];

const emails = demoMembers.map(({ email }) => email);

/** Puts money into a wallet as a member does: with a gift card. */
async function fund(
  parts: DemoParts,
  memberId: string,
  { walletMinor, currency }: { walletMinor: bigint; currency: Currency },
): Promise<void> {
  const { db, keys } = parts;
  const wish = { valueMinor: walletMinor, currency, count: 1, keys };
  const who = { memberId, sessionId: 'demo' };
  for (const printed of await createVouchers(db, wish)) {
    const tokens = await authorize(db, { ...who, purpose: 'redeem' });
    await redeem(parts, who, { ...printed, tokens });
  }
}

/** Adds what is missing of a member, so that a start that was interrupted can go on. */
async function addDemoMember(parts: DemoParts, member: DemoMember): Promise<void> {
  const { db, config } = parts;
  const { walletMinor, ...person } = member;
  await registerMember(db, { ...person, password: demoPassword }, config.passwordCost);
  const [id] = await memberIdsOf(db, [member.email]);
  if (id === undefined) throw new Error(`${member.email} was not added`);
  await db.tx((tx) => showOwner(tx, id));
  const balance = await balanceOf(db, walletOf(id, member.currency));
  if (balance === 0n) await fund(parts, id, member);
}

/**
 * Fills a shop without brands with the demo; does nothing to another. Answers the lines that tell how to
 * sign in wherever the demo's members are.
 */
export async function seedDemo(
  parts: DemoParts,
  size: SeedSize = demoSize,
): Promise<{ seeded: Seeded | undefined; accounts: string[] }> {
  const { db, files, keys } = parts;
  let seeded: Seeded | undefined;
  if (await beginDemo(db)) {
    await setDemoSupport(db, 'support@giftlane.example');
    for (const member of demoMembers) await addDemoMember(parts, member);
    seeded = await seedCatalog({ db, keys, files }, size);
    await seedFilm(db, files.open);
    await addDemoMessages(parts);
    await endDemo(db);
  }
  await addDemoOperators(parts);
  const there = await memberIdsOf(db, emails);
  const accounts =
    there.length === emails.length
      ? [`Sign in as    ${emails.join(' or ')}, password ${demoPassword}`]
      : [];
  return { seeded, accounts };
}
