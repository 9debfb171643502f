/** Every page of the office, in a shop that has something to show on each. */
import { listAudit } from '@giftlane/contract/office/audit.ts';
import { listImports } from '@giftlane/contract/office/imports.ts';
import { sendIssueCall } from '@giftlane/contract/office/newsletter.ts';
import type { Page } from 'playwright-core';
import { enterOffice, startOffice } from './office.ts';
import { letStrangersIn, payloads } from './strangers.ts';
import { worried } from './worried.ts';

/** Addresses of every page of the office; of pages like each other, one. */
const places = (own: Record<'brand' | 'import' | 'issue' | 'operator' | 'entry', string>) => [
  '/',
  '/search?q=stranger',
  '/orders',
  '/members',
  '/queues/sales',
  '/queues/identity',
  '/queues/messages',
  '/queues/claims',
  '/messages',
  '/queues/refunds',
  '/queues/unmatched',
  '/queues/disputes',
  '/queues/transfers',
  '/queues/jobs',
  '/coins',
  '/catalogue',
  '/catalogue/new',
  '/catalogue/best-sellers',
  `/catalogue/${own.brand}`,
  '/imports',
  `/imports/${own.import}`,
  '/stock',
  '/pages',
  '/pages/faq',
  '/newsletter',
  '/newsletter/new',
  `/newsletter/${own.issue}`,
  '/options',
  '/vouchers',
  '/account',
  '/operators',
  '/operators/roles',
  `/operators/${own.operator}`,
  '/audit',
  `/audit/${own.entry}`,
  '/ledger',
  '/ledger/journals',
  '/ledger/settlements',
  '/ledger/corrections',
];

/** The shop of strangers, and its owner at the office; `visit` opens a browser at its address. */
export async function openEverywhere(
  visit: (url: string) => Promise<Page>,
  words: readonly string[] = payloads,
) {
  const { shop } = await worried();
  const page = await visit(await startOffice(shop));
  const owner = await enterOffice(shop, page, 'owner', (words.at(-1) ?? '').slice(0, 34));
  const strangers = await letStrangersIn(shop, owner.id, words);
  const body = { sSubject: words[0] ?? '', sBody: words.join('\n\n').slice(0, 5_000) };
  const { data: sent } = await owner.call(sendIssueCall, { body });
  const { data: found } = await owner.call(listImports);
  const { data: log } = await owner.call(listAudit);
  const own = {
    brand: strangers[0]?.card.brandId ?? '',
    import: found.aRows[0]._id,
    issue: sent._id,
    operator: owner.id,
    entry: log.aRows[0]._id,
  };
  const cases = strangers.flatMap(({ id, order }) => [`/members/${id}`, `/orders/${order._id}`]);
  return { shop, page, owner, places: places(own), cases };
}
