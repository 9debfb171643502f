import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { startShop } from '../../testing/start-shop.ts';
import { house, personal } from './register.ts';

test('N every column of the database is classified, once, and no other', async () => {
  const shop = await startShop({ working: false });
  const columns = await shop.db.rows(sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const known = [
    ...personal.flatMap(({ name, shown, hidden }) =>
      [...shown, ...Object.keys(hidden)].map((column) => `${name}.${column}`),
    ),
    ...Object.entries(house).flatMap(([name, list]) => list.map((column) => `${name}.${column}`)),
  ];
  expect(known.toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
});

test('N what the register says of a table is whole: what is shown has a file, what is emptied is a column', () => {
  const wrong = personal.filter(({ file, shown, hidden, after }) => {
    const columns = new Set([...shown, ...Object.keys(hidden)]);
    const blank = typeof after === 'object' ? Object.keys(after.blank ?? {}) : [];
    return (file !== undefined) !== shown.length > 0 || blank.some((name) => !columns.has(name));
  });
  expect(wrong).toEqual([]);
  const files = personal.flatMap(({ file }) => (file ? [file.name] : []));
  expect(new Set(files).size).toBe(files.length);
});
