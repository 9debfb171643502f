/** Accounts of the stand-in: a few from the start, others created on its page. */
import { randomInt } from 'node:crypto';
import type { Journal } from '../journal.ts';

export interface GoogleAccount {
  /** 21 digits that never change, as at Google. */
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly givenName: string;
  readonly familyName: string;
}

export type NewAccount = Partial<Omit<GoogleAccount, 'email'>> & Pick<GoogleAccount, 'email'>;

export interface Accounts {
  /** The newest first. */
  all(): GoogleAccount[];
  find(sub: string): GoogleAccount | undefined;
  /** Keeps an account; one of the same `sub` is replaced. */
  add(account: NewAccount): GoogleAccount;
}

const known: readonly GoogleAccount[] = [
  person('104729553871604482913', 'Mara', 'Lindqvist', 'mara.lindqvist@mail.example'),
  person('117730928445120067351', 'Tomás', 'Reyes', 'tomas.reyes@mail.example'),
  // Has a demo account in the shop, to be linked.
  person('109284410377265518846', 'Anna', 'Archer', 'anna@giftlane.example'),
  {
    ...person('112605817349920174608', 'Jun', 'Okafor', 'jun@studio-okafor.example'),
    emailVerified: false,
  },
];

function person(sub: string, givenName: string, familyName: string, email: string): GoogleAccount {
  return { sub, givenName, familyName, email, emailVerified: true };
}

const newSub = () => `1${Array.from({ length: 20 }, () => randomInt(10)).join('')}`;

export function openAccounts(journal: Journal): Accounts {
  const made = journal.shelf<GoogleAccount>('accounts');
  const find = (sub: string) => made.get(sub) ?? known.find((one) => one.sub === sub);
  return {
    all: () => [...made.all().reverse(), ...known.filter(({ sub }) => !made.get(sub))],
    find,
    add(account) {
      const whole = {
        ...person(newSub(), 'Robin', 'Sandbox', account.email),
        ...account,
      };
      made.put(whole.sub, whole);
      return whole;
    },
  };
}

const longest = { givenName: 80, familyName: 80, email: 254 } as const;

/** Reads an account sent over HTTP; throws an `Error` that names the wrong field. */
export function readAccount(body: unknown): NewAccount {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const text = (field: keyof typeof longest) => {
    const value = given[field] ?? '';
    if (typeof value !== 'string' || value.length > longest[field])
      throw new Error(`${field}: a text of at most ${longest[field]} characters`);
    return value.trim();
  };
  const email = text('email');
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error('email: an e-mail address');
  const [givenName, familyName] = [text('givenName'), text('familyName')];
  return {
    email,
    emailVerified: given.emailVerified !== false,
    ...(givenName && { givenName }),
    ...(familyName && { familyName }),
  };
}
