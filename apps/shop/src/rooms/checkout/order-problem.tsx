import { isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';

export interface Problem {
  message: string;
  hint?: string;
  /** The page where the cause can be fixed. */
  way?: { to: string; label: string } | undefined;
}

/** The page where the cause of a refusal can be fixed. */
function fixFor(error: unknown): Problem['way'] {
  if (isRefusal(error, 'order.too_many_unpaid'))
    return { to: '/account/orders?status=Pending', label: text('checkout.unpaidOrders') };
  if (isRefusal(error, 'account.locked'))
    return { to: '/account/security', label: text('error.accountLocked.link') };
  return undefined;
}

/** Why an order could not be placed or paid, in the server's words (ERR-08, ERR-10). */
export const problemOf = (error: unknown): Problem => ({
  message: messageOf(error, text('error.somethingWentWrong')),
  way: fixFor(error),
});

/** Why an order failed, and a link to where it can be fixed. */
export function OrderProblem({ message, hint, way }: Problem) {
  return (
    <Notice tone="failure" title={hint ? message : text('checkout.problem')}>
      <p className="mt-1">{hint || message}</p>
      {way && (
        // The primary button of the page while shown: paying again would be refused.
        <ButtonLink to={way.to} look="primary" className="mt-3">
          {way.label}
        </ButtonLink>
      )}
    </Notice>
  );
}
