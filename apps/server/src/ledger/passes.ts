/** Whole checks as they are stored: how far each is and what it found, under a code made with a key that is not in the database. */
import { timingSafeEqual } from 'node:crypto';
import { type Queryable, sql } from '../platform/db/db.ts';
import type { KeyRing } from '../platform/secrets/secrets.ts';
import type { Recomputed } from './recompute.ts';
import type { Problem } from './rules.ts';
import { type PassState, startOfPass } from './whole.ts';

type Keys = Pick<KeyRing, 'fingerprint'>;

/** Who asked for a check: the shop by itself, or somebody at the command line. */
type AskedBy = 'shop' | 'command';

interface Begun {
  readonly id: bigint;
  readonly startedAt: Date;
}

export interface Pass extends Begun {
  readonly state: PassState;
}

interface Row {
  id: bigint;
  startedAt: Date;
  state: string;
  mac: Buffer;
  done: boolean;
}

type Plain<T> = { readonly [K in keyof T]: T[K] extends Buffer | undefined ? string : T[K] };

const write = (state: PassState) =>
  JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

function read(text: string): PassState {
  const state = JSON.parse(text, (_, value: unknown) =>
    value !== null && typeof value === 'object' && 'type' in value && 'data' in value
      ? Buffer.from(value.data as number[])
      : value,
  ) as PassState;
  const { last, broken, brokenTree, ...chain } = state.chain as Plain<Recomputed> & Recomputed;
  return {
    ...state,
    chain: {
      ...chain,
      ...(last && { last: { ...last, seal: BigInt(last.seal), madeAt: new Date(last.madeAt) } }),
      ...(broken !== undefined && { broken: BigInt(broken) }),
      ...(brokenTree !== undefined && { brokenTree: BigInt(brokenTree) }),
    },
  };
}

/** With its beginning: an earlier state, put back under a new time, would skip what came before it. */
const signed = (keys: Keys, { id, startedAt }: Begun, text: string) =>
  keys.fingerprint(`ledger pass ${id} ${startedAt.toISOString()} ${text}`);

/** A stored state that the shop has not written is not believed: its check begins anew, with that as a breach. */
function believed({ id, state, mac: found, startedAt, done }: Row, keys: Keys): Pass {
  if (state === '' && !done) return { id, startedAt, state: startOfPass };
  const wanted = signed(keys, { id, startedAt }, state);
  if (found.length === wanted.length && timingSafeEqual(found, wanted))
    return { id, startedAt, state: read(state) };
  const breach = `the stored state of check ${id} was changed; it begins anew`;
  return {
    id,
    startedAt,
    state: { ...startOfPass, problems: [{ rule: '1 history is unchanged', breach }] },
  };
}

/** The newest check that has not ended, begun within a week. */
export async function openPass(
  db: Queryable,
  askedBy: AskedBy,
  keys: Keys,
): Promise<Pass | undefined> {
  const row = await db.first(sql<Row>`
    select id, started_at as "startedAt", state, mac, done_at is not null as done from ledger_passes
    where asked_by = ${askedBy} and done_at is null and started_at > app_now() - interval '7 days'
    order by id desc limit 1`);
  return row && believed(row, keys);
}

/** Begins a check. Forgets those of more than a week ago. */
export async function beginPass(db: Queryable, askedBy: AskedBy): Promise<Pass> {
  await db.run(sql`delete from ledger_passes where started_at < app_now() - interval '8 days'`);
  const begun = await db.one(sql<Begun>`
    insert into ledger_passes (asked_by) values (${askedBy}) returning id, started_at as "startedAt"`);
  return { ...begun, state: startOfPass };
}

/** Stores how far a check is. */
export async function keepPass(
  db: Queryable,
  begun: Begun,
  state: PassState,
  keys: Keys,
): Promise<void> {
  const text = write(state);
  await db.run(sql`
    update ledger_passes set state = ${text}, mac = ${signed(keys, begun, text)},
      done_at = case when ${state.phase === 'done'} then app_now() end
    where id = ${begun.id} and done_at is null`);
}

/** What the check that ended last has found, and what those under way have found so far: the shop's own, and newer ones. */
export async function problemsOfPasses(db: Queryable, keys: Keys): Promise<Problem[]> {
  const rows = await db.rows(sql<Row>`
    select id, started_at as "startedAt", state, mac, done_at is not null as done from ledger_passes
    where id = (select id from ledger_passes where done_at is not null order by done_at desc limit 1)
      or done_at is null and (asked_by = 'shop'
        or id > (select coalesce(max(id), 0) from ledger_passes where done_at is not null))`);
  return rows.flatMap((row) => believed(row, keys).state.problems);
}

/** Seconds since the last check that ended was begun; undefined before the first. */
export async function passAge(db: Queryable): Promise<number | undefined> {
  const { age } = await db.one(sql<{ age: number | null }>`
    select extract(epoch from app_now() - max(started_at))::float8 as age
    from ledger_passes where done_at is not null`);
  return age ?? undefined;
}
