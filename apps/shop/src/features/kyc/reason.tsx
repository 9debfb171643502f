import { sendForData } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';

/** How far it is, since when, and why it was refused. */
export const kycQuery = queryOptions({
  queryKey: ['kyc'],
  queryFn: ({ signal }) => sendForData('GET /kyc', { signal }),
  // The mail has it, too: without it the page is as good.
  meta: { quiet: true },
});

/** Why the documents were refused, in the operator's words. */
export function Reason() {
  const reason = useQuery(kycQuery).data?.sReason;
  return reason ? (
    <p className="mt-2 max-w-prose font-medium break-words">{text('kyc.reason', { reason })}</p>
  ) : null;
}
