import type { Answer } from '@giftlane/client/api.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import type { Paper } from '@giftlane/contract/members/kyc.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';

/** The state of the verification, its time, and the reason of a refusal. */
export const kycQuery = queryOptions({
  ...apiQuery('GET /kyc', {}),
  // The mail says it, too: the page works without it.
  meta: { quiet: true },
});

export const paperNames: Readonly<Record<Paper, string>> = {
  data: text('kyc.personal'),
  front: text('kyc.doc.front'),
  back: text('kyc.doc.back'),
  address: text('kyc.doc.address'),
  selfie: text('kyc.doc.selfie'),
};

type Papers = Answer<'GET /kyc'>['data']['aPapers'];

/** The papers to send again, while the others are kept; empty when all has to be sent. */
export function useDeclined(): Papers {
  const { data } = useQuery(kycQuery);
  return data?.dKeptUntil ? data.aPapers.filter(({ sReason }) => sReason !== '') : [];
}

function Judged({ papers }: { papers: Papers }) {
  return (
    <ul className="mt-3 space-y-2">
      {papers.map(({ ePaper, sReason }) => {
        const Mark = sReason ? X : Check;
        return (
          <li key={ePaper} className="flex gap-2">
            <Mark
              aria-hidden="true"
              className={`mt-0.5 size-5 shrink-0 ${sReason ? 'text-fail' : 'text-leaf'}`}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{paperNames[ePaper]}</span>
              {': '}
              {sReason || text('kyc.accepted')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Why the documents were refused, in the operator's words: of each, or of all. */
export function Reason() {
  const { data } = useQuery(kycQuery);
  if (!data) return null;
  const { aPapers, sReason, dKeptUntil } = data;
  const shown = dKeptUntil ? aPapers : aPapers.filter((paper) => paper.sReason !== '');
  if (shown.length > 0) return <Judged papers={shown} />;
  return sReason ? (
    <p className="mt-2 max-w-prose font-medium break-words">
      {text('kyc.reason', { reason: sReason })}
    </p>
  ) : null;
}

/** What a rejected member has to send: all of it, or only some. */
export function RejectedWords() {
  const { data } = useQuery(kycQuery);
  return data?.dKeptUntil
    ? text('kyc.text.some', { date: formatDate(data.dKeptUntil) })
    : text('kyc.text.r');
}
