import { type Queryable, sql, type Tx } from '../../platform/db/db.ts';

/** A figure of a past day: a number or minor units, of a currency or a card. */
export interface DayFigure {
  readonly day: string;
  readonly figure: 'orders' | 'sales' | 'cashback' | 'refunds' | 'sign_ups' | 'sold';
  readonly subject: string;
  readonly amount: bigint;
}

/** What members' accounts of a kind hold together. */
export interface Liability {
  readonly account: string;
  readonly currency: string;
  readonly amount: string;
}

/** A card on sale, its free codes, and how many were sold in the last 7 and 30 days. */
export interface Pace {
  readonly cardId: string;
  readonly brandId: string;
  readonly title: string;
  readonly free: number;
  readonly week: number;
  readonly month: number;
  readonly daysLeft: number;
}

/** True once every few minutes, in one process. */
export async function takeTurn(db: Queryable): Promise<boolean> {
  const begun = await db.run(sql`
    insert into kept_figures as kept (begun_at) values (app_now())
    on conflict (single) do update set begun_at = excluded.begun_at
    where kept.begun_at <= app_now() - interval '4 minutes'`);
  return begun === 1;
}

/** Of the 30 days before `today` the first one that was not counted. */
export async function firstUncounted(db: Queryable, today: string): Promise<string | undefined> {
  const { first } = await db.one(sql<{ first: string | null }>`
    select min(d)::date::text as first
    from generate_series(${today}::date - 30, ${today}::date - 1, interval '1 day') as d
    where not exists (select 1 from day_figures where figure = 'sign_ups' and day = d)`);
  return first ?? undefined;
}

/** Stores figures of days in place of earlier ones; numbers of sold cards are kept for 31 days. */
export async function putDays(tx: Tx, figures: readonly DayFigure[], today: string): Promise<void> {
  await tx.run(sql`
    insert into day_figures (day, figure, subject, amount)
    select * from unnest(${figures.map(({ day }) => day)}::date[],
      ${figures.map(({ figure }) => figure)}::text[],
      ${figures.map(({ subject }) => subject)}::text[],
      ${figures.map(({ amount }) => amount)}::bigint[])
    on conflict (day, figure, subject) do update set amount = excluded.amount`);
  await tx.run(sql`
    delete from day_figures where figure = 'sold' and day < ${today}::date - 31`);
}

/** The figures of 30 days before `today`, without those of cards. */
export const pastDays = (db: Queryable, today: string) =>
  db.rows(sql<DayFigure>`
    select day::text, figure, subject, amount from day_figures
    where figure = any(${['orders', 'sales', 'cashback', 'refunds', 'sign_ups']}::text[])
      and day >= ${today}::date - 30 and day < ${today}::date`);

/** How many of each card were sold in 7 and 30 days up to `today`. */
export const paces = (db: Queryable, today: string) =>
  db.rows(sql<{ cardId: string; week: number; month: number }>`
    select subject as "cardId", sum(amount)::int as month,
      coalesce(sum(amount) filter (where day > ${today}::date - 7), 0)::int as week
    from day_figures where figure = 'sold' and day > ${today}::date - 30 and day <= ${today}::date
    group by 1`);

export interface KeptFigures {
  readonly liabilities: readonly Liability[];
  readonly stock: readonly Pace[];
  readonly countedAt: Date | null;
}

/** Stores what was counted of whole tables. */
export async function putKept(
  db: Queryable,
  { liabilities, stock }: Omit<KeptFigures, 'countedAt'>,
): Promise<void> {
  await db.run(sql`
    update kept_figures set liabilities = ${JSON.stringify(liabilities)}::jsonb,
      stock = ${JSON.stringify(stock)}::jsonb, counted_at = app_now()`);
}

export const readKept = (db: Queryable) =>
  db.first(sql<KeptFigures>`
    select liabilities, stock, counted_at as "countedAt" from kept_figures`);
