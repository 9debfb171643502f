/**
 * The check of the whole ledger in pieces. What belongs to one owner is true in every snapshot, so a page of owners, cards
 * or batches is checked in the snapshot of its piece, and writes meanwhile give no false alarm.
 */
import { type Db, sql, type Tx } from '../platform/db/db.ts';
import { seconds } from '../platform/process/durations.ts';
import { type Recomputed, recomputeChain } from './recompute.ts';
import { chainProblems, type Invariant, type Problem } from './rules.ts';

const phases = ['all', 'owners', 'cards', 'batches', 'chain', 'done'] as const;
type Paged = 'owners' | 'cards' | 'batches';

/** How far a check is, and what it has found. Trusts nothing of an earlier check. */
export interface PassState {
  readonly phase: (typeof phases)[number];
  /** The last id of the phase, or the number of statements that were run. */
  readonly after: string;
  /** Ids of the next page: as many as a step's time allows. */
  readonly size: number;
  readonly chain: Recomputed;
  readonly problems: readonly Problem[];
  readonly longestMs: number;
}

/** Hears of each piece, to store it. */
export type KeepPass = (state: PassState) => Promise<unknown>;

const firstSize = 100;
const mostSize = 2_000;
export const startOfPass: PassState = {
  phase: 'all',
  after: '',
  size: firstSize,
  chain: { seals: 0 },
  problems: [],
  longestMs: 0,
};

/** A piece begins no step after this time, so that no snapshot is old. */
const pieceMs = seconds(2);
/** Pages shrink when they take longer, and grow when they take a fourth of it. */
const stepMs = seconds(1);
/** A shop with so many breaches needs no longer list. */
const mostProblems = 500;
/** Journals of the chain in one step. */
const journalsAtOnce = 20_000;

/** Everything that has journals, accounts or a row as a member, so that what belongs to nobody is found, too. */
const ownersAfter = (after: string, most: number) => sql<{ id: string }>`
  select id from (
    (select id from members where id > ${after} order by id limit ${most})
    union (select distinct owner from ledger_accounts where owner > ${after} order by owner limit ${most})
    union (select distinct owner from ledger_journals where owner > ${after} order by owner limit ${most})
    union (select distinct owner from ledger_postings where owner > ${after} order by owner limit ${most})) owners
  order by id limit ${most}`;

const idsAfter = {
  owners: ownersAfter,
  cards: (after: string, most: number) => sql<{ id: string }>`
    select id from cards where id > ${after} order by id limit ${most}`,
  batches: (after: string, most: number) => sql<{ id: string }>`
    select id from code_batches where id > ${after} order by id limit ${most}`,
} satisfies Record<Paged, unknown>;

/** The breaches of some invariants, each with these values. */
export async function breachesOf(
  tx: Tx,
  invariants: readonly Invariant[],
  values?: readonly unknown[],
): Promise<Problem[]> {
  const found = await Promise.all(
    invariants.map(async ({ rule, breaches }) => {
      const rows = await tx.rows(values ? { ...breaches, values } : breaches);
      return rows.map(({ breach }) => ({ rule, breach }));
    }),
  );
  return found.flat();
}

const nextPhase = (state: PassState): PassState => ({
  ...state,
  phase: phases[phases.indexOf(state.phase) + 1] ?? 'done',
  after: '',
  size: firstSize,
});

type Step = (tx: Tx, invariants: readonly Invariant[], state: PassState) => Promise<PassState>;

const pageStep =
  (phase: Paged): Step =>
  async (tx, invariants, state) => {
    const began = performance.now();
    const page = await tx.rows(idsAfter[phase](state.after, state.size));
    const last = page.at(-1);
    if (!last) return nextPhase(state);
    const ids = page.map(({ id }) => id);
    const own = invariants.filter(({ over }) => over === phase);
    const found = await breachesOf(tx, own, [ids]);
    const problems = [...state.problems, ...found];
    if (ids.length < state.size) return nextPhase({ ...state, problems });
    const tookMs = performance.now() - began;
    const factor = tookMs > stepMs ? 0.5 : tookMs < stepMs / 4 ? 2 : 1;
    const size = Math.min(mostSize, Math.max(1, Math.floor(state.size * factor)));
    return { ...state, problems, after: last.id, size };
  };

const steps: Record<Exclude<PassState['phase'], 'done'>, Step> = {
  owners: pageStep('owners'),
  cards: pageStep('cards'),
  batches: pageStep('batches'),
  async all(tx, invariants, state) {
    const own = invariants.filter(({ over }) => over === undefined || over === 'few');
    const nth = Number(state.after);
    const next = own[nth];
    if (!next) return nextPhase(state);
    const problems = [...state.problems, ...(await breachesOf(tx, [next]))];
    return { ...state, problems, after: String(nth + 1) };
  },
  async chain(tx, _, state) {
    const { last, seals } = state.chain;
    const { more, ...found } = await recomputeChain(tx, last, journalsAtOnce);
    const chain = {
      ...found,
      seals: seals + found.seals,
      ...(state.chain.brokenTree !== undefined && { brokenTree: state.chain.brokenTree }),
    };
    const problems = [...state.problems, ...chainProblems(chain)];
    return more ? { ...state, chain } : nextPhase({ ...state, chain, problems });
  },
};

/** Checks for some seconds in one snapshot, from where `state` is; answers how far it is then. */
export async function piece(
  db: Pick<Db, 'survey'>,
  invariants: readonly Invariant[],
  {
    state,
    givenUp,
    forMs = pieceMs,
  }: { state: PassState; givenUp?: AbortSignal | undefined; forMs?: number },
): Promise<PassState> {
  const began = performance.now();
  const reached = await db.survey(async (tx) => {
    // Plans for the very ids: one for any ids might read whole tables for each page.
    await tx.run(sql`set local plan_cache_mode = force_custom_plan`);
    let now = state;
    do if (now.phase !== 'done') now = await steps[now.phase](tx, invariants, now);
    while (now.phase !== 'done' && performance.now() - began < forMs);
    return now;
  }, givenUp);
  return {
    ...reached,
    problems: reached.problems.slice(0, mostProblems),
    longestMs: Math.max(reached.longestMs, Math.ceil(performance.now() - began)),
  };
}
