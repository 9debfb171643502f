import { text } from '@giftlane/contract/messages.ts';
import { isRefusal, messageOf } from '../lib/api-error.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export interface Problem {
  message: string;
  hint?: string;
  /** It is the orders that are not paid yet: they are the way out. */
  unpaid?: boolean;
}

/** Why an order could not be placed or paid, in the server's words (ERR-08, ERR-10). */
export const problemOf = (error: unknown): Problem => ({
  message: messageOf(error, text('error.somethingWentWrong')),
  unpaid: isRefusal(error, 'order.too_many_unpaid'),
});

/** What stands in the way of an order, and what can be done about it: what happened comes first, then what it left. */
export function OrderProblem({ message, hint, unpaid }: Problem) {
  return (
    <Notice tone="failure" title={hint ? message : text('checkout.problem')}>
      <p className="mt-1">{hint || message}</p>
      {unpaid && (
        // Without it paying is refused again: as long as it stands there, the button that pays is a quiet one.
        <ButtonLink to="/account/orders?status=Pending" look="primary" className="mt-3">
          {text('checkout.unpaidOrders')}
        </ButtonLink>
      )}
    </Notice>
  );
}
