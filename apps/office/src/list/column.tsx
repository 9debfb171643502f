/** Columns of tables, by what they show. */
import type { Currency } from '@giftlane/contract/money/money.ts';
import type { ReactNode } from 'react';
import { Moment, RowLink } from '../parts/figures.tsx';
import { Age } from './age.tsx';
import type { Column } from './list.tsx';
import { moneyText } from './money.ts';

/** `figure` aligns a column at the end, `wide` is only for wide screens. */
type Kind = 'figure' | 'wide';

/** The fields of a row that are of a type. */
type FieldOf<Row, Value> = {
  [Name in keyof Row]: Row[Name] extends Value ? Name : never;
}[keyof Row];

/** A column of a field as it stands, or of what is made of a row. */
export const column = <Row,>(
  header: string,
  cell: Column<Row>['cell'] | FieldOf<Row, string | number | null>,
  ...kinds: readonly Kind[]
): Column<Row> => ({
  id: header,
  header,
  cell: typeof cell === 'function' ? cell : (row) => row[cell] as ReactNode,
  figure: kinds.includes('figure'),
  wide: kinds.includes('wide'),
});

/** A link to the page of a row. */
export const linkColumn = <Row,>(
  header: string,
  to: (row: Row) => string,
  words: Column<Row>['cell'],
): Column<Row> => column(header, (row) => <RowLink to={to(row)}>{words(row)}</RowLink>);

/** A moment. */
export const momentColumn = <Row,>(
  header: string,
  field: FieldOf<Row, string>,
  ...kinds: readonly Kind[]
): Column<Row> => column(header, (row) => <Moment at={row[field] as string} />, ...kinds);

/** How long ago something was. */
export const ageColumn = <Row,>(
  header: string,
  field: FieldOf<Row, string | null>,
  ...kinds: readonly Kind[]
): Column<Row> =>
  column(
    header,
    (row) => (row[field] === null ? '—' : <Age at={row[field] as string} />),
    'figure',
    ...kinds,
  );

/** An amount in the currency of its row. */
export const moneyColumn = <Row,>(
  header: string,
  amount: FieldOf<Row, number>,
  currency: FieldOf<Row, Currency>,
): Column<Row> =>
  column(header, (row) => moneyText(row[amount] as number, row[currency] as Currency), 'figure');
