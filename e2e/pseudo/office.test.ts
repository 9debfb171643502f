/** Every page of the office in the pseudo-locale on a tablet: no text is plain English, and none is cut. */
import { expect, test } from 'vitest';
import { sql } from '../../apps/server/src/platform/db/db.ts';
import { browserForFile } from '../browser.ts';
import { allThere } from '../journey.ts';
import { openEverywhere } from '../office-places.ts';
import { cutTexts, plainTexts } from './words.ts';

const { visit } = browserForFile();

/** Names of the wire, of options, jobs and accounts; what members and providers wrote; the names of what the shop sells. */
const asItIs =
  /^[a-z0-9_.:/-]+$|^\S+:\S+$|^\d+ min$|^(?:Gaming|Entertainment|Shopping|Prepaid Card|Wallet Funds|Nimbus.*|PayPal|Wallet|BitCoin|LiteCoin|Passport|Water Bill|Quellmarker|7 Marker Lane.*|asked for|the mail server said no|sales\.\w+|kyc\.\w+|imports\.\w+|Ctrl .)$/;

test('no page of the office has plain English or a text that is cut', async () => {
  const { shop, page, places, cases } = await openEverywhere(
    (url) => visit(url, { size: { width: 820, height: 1180 }, reducedMotion: true }),
    ['Слова'],
  );
  await shop.db.run(sql`update pages set title = 'Слова', body = 'Слова'`);
  const found: string[] = [];
  // An entry of the audit log has what the contract says of its call.
  const shown = [...places, ...cases].filter((place) => !/^\/audit\/./.test(place));
  for (const place of shown) {
    await page.goto(place);
    await page.locator('main h1').first().waitFor();
    await allThere(page);
    const plain = (await plainTexts(page)).filter((words) => !asItIs.test(words));
    found.push(...plain.map((words) => `${place}: plain: ${words}`));
    found.push(...(await cutTexts(page)).map((words) => `${place}: ${words}`));
  }
  expect([...new Set(found)]).toEqual([]);
});
