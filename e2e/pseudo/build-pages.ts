/** Builds the pages in the pseudo-locale, unless they are there. */
import { spawnSync } from 'node:child_process';
import { pseudoLocale } from '@giftlane/texts/catalogues.ts';

export default function buildPages(): void {
  const env = { ...process.env, LOCALE: pseudoLocale };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/setup.mjs'], { env });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
}
