import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';

export interface Problem {
  message: string;
  hint?: string;
  /** What is to be done first, elsewhere. */
  way?: { to: string; label: string } | undefined;
}

/** Where it is changed what an order was refused for. */
function wayOut(error: unknown): Problem['way'] {
  if (isRefusal(error, 'order.too_many_unpaid'))
    return { to: '/account/orders?status=Pending', label: text('checkout.unpaidOrders') };
  if (isRefusal(error, 'account.locked'))
    return { to: '/account/security', label: text('error.accountLocked.link') };
  return undefined;
}

/** Why an order could not be placed or paid, in the server's words (ERR-08, ERR-10). */
export const problemOf = (error: unknown): Problem => ({
  message: messageOf(error, text('error.somethingWentWrong')),
  way: wayOut(error),
});

/** What stands in the way of an order, and what can be done about it: what happened comes first, then what it left. */
export function OrderProblem({ message, hint, way }: Problem) {
  return (
    <Notice tone="failure" title={hint ? message : text('checkout.problem')}>
      <p className="mt-1">{hint || message}</p>
      {way && (
        // Without it paying is refused again: as long as it stands there, the button that pays is a quiet one.
        <ButtonLink to={way.to} look="primary" className="mt-3">
          {way.label}
        </ButtonLink>
      )}
    </Notice>
  );
}
