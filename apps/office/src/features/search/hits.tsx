import type { Answer } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';

type Found = Answer<'GET /office/search'>['data'];
export type Hit = Found['aHits'][number];

/** Where a hit leads; a voucher that nobody has redeemed leads nowhere. */
export const pathOf = ({ sOrderId, sMemberId }: Hit): string | undefined =>
  sOrderId ? `/orders/${sOrderId}` : sMemberId ? `/members/${sMemberId}` : undefined;

/** Hits by their kind, in the order of the search. */
export const byKind = (hits: readonly Hit[]) => [...Map.groupBy(hits, ({ eKind }) => eKind)];

export const kindNames: Readonly<Record<Hit['eKind'], string>> = {
  order: text('office.hit.order'),
  payment: text('office.hit.payment'),
  coin: text('office.hit.coin'),
  voucher: text('office.hit.voucher'),
  sale: text('office.hit.sale'),
  member: text('office.hit.member'),
  code: text('office.hit.code'),
};

/** A hit in two lines at most: what was found, and what it is about. */
export const HitText = ({ hit: { sTitle, sDetail } }: { hit: Hit }) => (
  <>
    <span className="block truncate text-15 font-medium">{sTitle}</span>
    <span className="block truncate text-13 text-soft">{sDetail}</span>
  </>
);
