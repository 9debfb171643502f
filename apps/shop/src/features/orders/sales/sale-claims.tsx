import type { Answer } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { useQuery } from '@tanstack/react-query';
import { ClaimSteps } from '../../../rooms/claims/claim-steps.tsx';
import { reasonWords } from '../../../rooms/claims/claim-words.ts';
import { orderPanelClass } from '../../../rooms/orders/order-line-skeleton.tsx';

type SaleClaim = Answer<'GET /sales/{id}/claims'>['data'][number];

function stepsOf(claim: SaleClaim) {
  const { dCreatedAt, dDecidedAt, dChargedAt, eState, eReason, sReason } = claim;
  const amount = formatMoney(fromWire(claim.nCharged), claim.eCurrency);
  return [
    { at: dCreatedAt, name: text('sell.claims.opened'), words: reasonWords[eReason] },
    {
      at: dDecidedAt,
      name: eState === 'replaced' ? text('sell.claims.replaced') : text('sell.claims.refunded'),
      words: '',
    },
    { at: dChargedAt, name: text('sell.claims.charged', { amount }), words: sReason },
  ];
}

/** Cards of a sale that did not work for their buyers, and what was charged for them. */
export default function SaleClaims({ saleId }: { saleId: string }) {
  const { data = [] } = useQuery({
    ...apiQuery('GET /sales/{id}/claims', { params: { id: saleId } }),
    meta: { quiet: true },
  });
  if (data.length === 0) return null;
  return (
    <section className={`${orderPanelClass} py-5`}>
      <h2 className="text-17">{text('sell.claims')}</h2>
      <p className="mt-1 mb-4 max-w-prose text-15 text-soft">{text('sell.claims.intro')}</p>
      <ul className="space-y-4">
        {data.map((claim) => (
          <li key={claim._id}>
            <h3 className="mb-2 font-text text-15 font-semibold">{claim.sTitle}</h3>
            <ClaimSteps
              label={text('sell.claims.of', { title: claim.sTitle })}
              steps={stepsOf(claim)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
