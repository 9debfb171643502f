import { serverNow } from '@giftlane/client/server-clock.ts';
import { text } from '@giftlane/texts/text.ts';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { claimsQuery } from './claims.ts';

const ClaimDialog = lazyPart(() => import('./claim-dialog.tsx'));
const CodeClaim = lazyPart(() => import('./code-claim.tsx'));

/** The claims about a code and about the one it replaces, and whether it can be reported. */
export function useCodeClaims(orderId: string, codeId: string) {
  const { data, error } = useQuery(claimsQuery(orderId));
  const own = data?.claims.find(({ sCodeId }) => sCodeId === codeId);
  const before = data?.claims.find(({ sReplacementId }) => sReplacementId === codeId);
  const isOver = data?.until ? Date.parse(data.until) < serverNow() : false;
  return { own, before, closed: isOver || (!data && error !== null) };
}

export type CodeClaims = ReturnType<typeof useCodeClaims>;

interface ReportProps {
  orderId: string;
  orderNumber: string;
  code: { readonly _id: string; readonly sSerialNo: string };
  claims: CodeClaims;
}

const quiet = 'whitespace-nowrap underline underline-offset-4 hover:text-ink';

/** Reports a revealed code that does not work; when that is over, a link to support. */
export function ReportCode({ orderId, orderNumber, code, claims }: ReportProps) {
  const [open, setOpen] = useState(false);
  const { _id: codeId, sSerialNo: serial } = code;
  if (claims.own) return null;
  if (claims.closed)
    return (
      <Link
        to={`/contact-us?${new URLSearchParams({ order: orderNumber, serial })}`}
        aria-label={text('orders.code.problemOf', { serial })}
        className={quiet}
        data-screen-only
      >
        {text('orders.code.problem')}
      </Link>
    );
  return (
    <>
      <button
        type="button"
        aria-label={text('claim.openOf', { serial })}
        className={quiet}
        data-screen-only
        onClick={() => setOpen(true)}
      >
        {text('claim.open')}
      </button>
      {open && (
        <ClaimDialog
          orderId={orderId}
          codeId={codeId}
          serial={serial}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** How the claims about a code stand. */
export const ClaimsOfCode = ({ orderId, claims }: { orderId: string; claims: CodeClaims }) => (
  <div
    aria-live="polite"
    className="space-y-2 empty:sr-only not-empty:mt-3 sm:col-span-full"
    data-screen-only
  >
    {claims.before && <CodeClaim orderId={orderId} claim={claims.before} isNewCode />}
    {claims.own && <CodeClaim orderId={orderId} claim={claims.own} />}
  </div>
);
