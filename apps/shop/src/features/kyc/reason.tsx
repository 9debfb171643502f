import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** The state of the verification, its time, and the reason of a refusal. */
export const kycQuery = queryOptions({
  ...apiQuery('GET /kyc', {}),
  // The mail says it, too: the page works without it.
  meta: { quiet: true },
});

/** Why the documents were refused, in the operator's words. */
export function Reason() {
  const reason = useQuery(kycQuery).data?.sReason;
  return reason ? (
    <p className="mt-2 max-w-prose font-medium break-words">{text('kyc.reason', { reason })}</p>
  ) : null;
}
