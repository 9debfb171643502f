/** Fuzz of the back office: requests by the schemas of its calls, with ids that are there, by an owner. */
import type { Call } from '@giftlane/contract/call.ts';
import fc from 'fast-check';
import {
  addReadyOperators,
  openOperator,
  openOperatorSession,
} from '../features/operators/operators.ts';
import { sql, statement } from '../platform/db/db.ts';
import { apiBase } from '../platform/http/http.ts';
import { openApiDocument } from '../platform/http/openapi.ts';
import { newId } from '../platform/secrets/ids.ts';
import { nextCode, toBase32 } from '../platform/secrets/totp.ts';
import { sendRaw } from './fuzz.ts';
import { type ApiDocument, type Operation, operationsOf } from './fuzz-operations.ts';
import { problemOf } from './fuzz-replies.ts';
import { type Plan, plansFor, toSent } from './fuzz-requests.ts';
import { type Hints, ref } from './fuzz-values.ts';
import { makeOperator, officeOf } from './office.ts';
import { fieldsOf } from './office-calls.ts';
import type { TestShop } from './start-shop.ts';

/** What no parameter may carry as far as the database. */
const odd = ['a%00b', '%ED%A0%80', '%', 'a'.repeat(301)];
const password = 'Correct-horse-7';
const secret = toBase32(Buffer.alloc(20, 'fuzz'));

interface Named {
  readonly table: string;
  readonly name: string;
}

/** A few ids of every table, names of options and paths of pages: whatever a parameter may name. */
async function namesThere({ owner }: TestShop): Promise<Named[]> {
  const columns = await owner.rows(sql<{ ask: string }>`
    select format('(select %L as table, %I::text as name from %I order by random() limit 3)',
      table_name, column_name, table_name) as ask
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (column_name = 'id' or (table_name, column_name) in (('site_options', 'name'), ('pages', 'path')))`);
  return owner.rows(statement<Named>(columns.map(({ ask }) => ask).join(' union all '), []));
}

const isName = /^(?:id|name|path|version)$|Id$/;

/** Hints for the fields of a call: mostly names of what its path speaks of. */
function hintsOf({ path, params, query, body }: Operation, names: readonly Named[]): Hints {
  const [, about = ''] = /\/([a-z-]+?)s?\/\{/.exec(path) ?? [];
  const near = names.filter(({ table }) => about !== '' && table.includes(about));
  const nameOf = (some: readonly Named[]) => fc.constantFrom(...some.map(({ name }) => name));
  const name = fc.oneof(
    { weight: 1, arbitrary: nameOf(names) },
    { weight: 6, arbitrary: nameOf(near.length > 0 ? near : names) },
  );
  const fields = [...Object.keys({ ...params, ...query }), ...fieldsOf(body)];
  const one = fields.filter((field) => isName.test(field)).map((field) => [field, name]);
  const many = fields
    .filter((field) => /Ids$/.test(field))
    .map((field) => [field, fc.array(name, { minLength: 1, maxLength: 3 })]);
  return {
    ...Object.fromEntries([...one, ...many]),
    sCode: ref('code'),
    sPassword: fc.constant(password),
  };
}

export interface OfficeFuzz {
  readonly operations: readonly Operation[];
  /** Sends `runs` requests to an operation; throws with one that got a bad reply. Answers the statuses. */
  fuzz(operation: Operation, options: { runs: number; seed: number }): Promise<Set<number>>;
}

/** Opens the office of a shop, with an owner who sends. */
export async function openOfficeFuzz(shop: TestShop): Promise<OfficeFuzz> {
  const office = officeOf(shop);
  const url = await office.app.listen({ port: 0, host: '127.0.0.1' });
  // A stream never ends.
  const staff: readonly Call[] = office.served.filter(
    ({ policy, produces }) => policy === 'staff' && produces !== 'text/event-stream',
  );
  const operations = operationsOf(
    JSON.parse(JSON.stringify(openApiDocument(staff, apiBase))) as ApiDocument,
  ).map((operation) => ({ ...operation, needsToken: true }));
  await makeOperator(shop, 'reviewer', office);
  let cookie = '';
  const renew = async () => {
    const email = `${newId('opr')}@giftlane.test`;
    const person = { email, name: 'Olga', role: 'owner' } as const;
    const shared = { password, cost: 'least', secret } as const;
    await shop.db.tx((tx) => addReadyOperators(tx, shop.config.keys, [person], shared));
    cookie = await signIn(email);
  };
  const signIn = async (email: string) => {
    const { id = '' } = (await openOperator(shop.db, email)) ?? {};
    return `office=${await shop.db.tx((tx) => openOperatorSession(tx, id))}`;
  };
  await renew();
  const once = async (operation: Operation, plan: Plan): Promise<number> => {
    // Each code is good once; the next request gets another try.
    await shop.owner.run(sql`update operators set totp_step = 0`);
    const resolve = () => nextCode(secret, Date.now());
    const headers = { cookie, origin: 'http://localhost:3001' };
    const sent = toSent(operation, plan, { base: apiBase, resolve, headers });
    // Longer request heads are rejected unread.
    if (sent.path.length > 8_000) return 431;
    const reply = await sendRaw({ ...shop, url }, sent);
    if (reply.status === 401) await renew();
    const problem = problemOf(operation, sent, reply);
    if (problem)
      throw new Error(
        `${problem}\n  sent ${sent.method} ${sent.path.slice(0, 300)} ${sent.body?.toString('latin1').slice(0, 600)}\n  got ${reply.status} ${reply.text.slice(0, 400)}`,
      );
    return reply.status;
  };
  return {
    operations,
    async fuzz(operation, { runs, seed }) {
      const statuses = new Set<number>();
      const names = await namesThere(shop);
      const property = fc.asyncProperty(
        plansFor(operation, hintsOf(operation, names), undefined),
        async (plan) => {
          statuses.add(await once(operation, plan));
        },
      );
      const examples = odd.map((param): [Plan] => [
        { params: {}, query: {}, body: {}, changes: [{ param }] },
      ]);
      const options = { numRuns: runs + examples.length, seed, examples, endOnFailure: true };
      const result = await fc.check(property, options);
      if (result.failed) throw result.errorInstance ?? new Error('too many plans were skipped');
      return statuses;
    },
  };
}
