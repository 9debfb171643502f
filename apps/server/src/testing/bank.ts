/** Members send each other money at random while the sum of all wallets is checked (trust programme, B). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { Shop } from '../app.ts';
import { sql } from '../platform/db/db.ts';
import { makeMember, type TestMember, testPassword } from './builders.ts';

interface Bank {
  readonly shop: Pick<Shop, 'db' | 'config' | 'catalog'>;
  /** Base address of the API. */
  readonly at: string;
  readonly workers: number;
  readonly members: number;
  readonly currencies: readonly Currency[];
  readonly forMs: number;
}

interface Seen {
  readonly sends: number;
  /** Counts by refusal code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly snapshots: number;
  /** Snapshots whose sums differ from the first one, by currency. */
  readonly deviations: readonly string[];
  /** Unexpected replies. */
  readonly faults: readonly string[];
}

const eachMinor = 100_00n;
const snapshotEveryMs = 200;

async function call(at: string, path: string, token: string, body: object, header = '') {
  const reply = await fetch(at + path, {
    method: 'POST',
    headers: {
      authorization: token,
      'content-type': 'application/json',
      ...(header !== '' && { token: header }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await reply.json()) as {
    code?: string;
    data: { token: string; secretToken: string } | null;
  };
  return { status: reply.status, ...answer };
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Sends a random amount between two random members; returns the refusal's code, or `sent`. */
async function sendOne(at: string, people: readonly TestMember[]): Promise<string> {
  const [from, to] = [pick(people), pick(people)];
  const permit = await call(at, '/wallet/authorize', from.token, { purpose: 'send' });
  if (!permit.data) return permit.code ?? `status ${permit.status}`;
  const { token, secretToken } = permit.data;
  const body = {
    nTotalAmount: Math.ceil(Math.random() * 4_000) / 100,
    address: to.id,
    sPassword: testPassword,
    secretToken,
  };
  const answers = await Promise.all(
    // Some members double-click.
    Array.from({ length: Math.random() < 0.1 ? 2 : 1 }, () =>
      call(at, '/wallet/send', from.token, body, token),
    ),
  );
  const refused = answers.find(({ status }) => status !== 200);
  return refused ? (refused.code ?? `status ${refused.status}`) : 'sent';
}

/** Sums of all wallets by currency, in one snapshot. */
async function sums(shop: Bank['shop']): Promise<string> {
  const rows = await shop.db.rows(sql<{ sum: string }>`
    select a.currency || ' ' || sum(b.balance) as sum
    from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.name like 'member:%' group by a.currency order by a.currency`);
  return rows.map(({ sum }) => sum).join(', ');
}

/** Runs the transfers and returns what was observed. */
export async function runBank(bank: Bank): Promise<Seen> {
  const { shop, at, workers, members, currencies, forMs } = bank;
  await shop.db.run(sql`update site_options set value = '1000000' where name = 'send_daily_limit'`);
  const groups: TestMember[][] = [];
  for (const currency of currencies) {
    const group = await Promise.all(
      Array.from({ length: members }, () => makeMember(shop, { walletMinor: eachMinor, currency })),
    );
    groups.push(group);
  }
  const first = await sums(shop);
  const endMs = performance.now() + forMs;
  const counts = new Map<string, number>();
  const deviations: string[] = [];
  let snapshots = 0;
  const work = async () => {
    while (performance.now() < endMs) {
      const outcome = await sendOne(at, pick(groups));
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
  };
  const watch = async () => {
    while (performance.now() < endMs) {
      const now = await sums(shop);
      if (now !== first) deviations.push(now);
      snapshots += 1;
      await sleep(snapshotEveryMs);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: workers }, work)]);
  const { sent = 0, ...others } = Object.fromEntries(counts);
  const known = ['wallet.short', 'wallet.send_self', 'wallet.send_limit', 'request.throttled'];
  return {
    sends: sent,
    refused: others,
    snapshots,
    deviations,
    faults: Object.keys(others).filter((name) => !known.includes(name)),
  };
}
