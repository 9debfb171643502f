import { createHash } from 'node:crypto';

/** A statement made by the `sql` tag: text with placeholders, its values, its row type. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Only for the type checker. */
  readonly row?: Row;
}

/** A statement whose text is put together, of names that stand in the code alone; whatever comes from outside is a value. */
export const statement = <Row>(text: string, values: readonly unknown[]): Statement<Row> => ({
  name: createHash('sha256').update(text).digest('base64url').slice(0, 24),
  text,
  values,
});

const prepared = new WeakMap<TemplateStringsArray, Statement<never>>();

/** Plain SQL: every `${value}` becomes a placeholder, never text. Prepared once per connection under a name made from its text. */
export function sql<Row>(parts: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  let known = prepared.get(parts);
  if (!known) {
    known = statement<never>(
      parts.reduce((whole, part, i) => `${whole}$${i}${part}`),
      [],
    );
    prepared.set(parts, known);
  }
  return { ...known, values };
}
