import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { drawFirstFonts, firstFonts } from './first-fonts.ts';

test('the committed faces of the first screen, their stylesheet and licences are what is drawn of the whole faces now', async () => {
  const drawn = await drawFirstFonts();
  expect((await readdir(firstFonts)).sort()).toEqual([...drawn.keys()].sort());
  for (const [name, bytes] of drawn) {
    const committed = await readFile(new URL(name, firstFonts));
    expect(committed.equals(bytes), `${name}: run node tools/first-fonts.ts`).toBe(true);
  }
});
