import { text } from '@giftlane/contract/messages.ts';
import { Link } from 'react-router';
import { isRefusal, messageOf } from '../lib/api-error.ts';
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

/** What stands in the way of an order, and what can be done about it. */
export function OrderProblem({ message, hint, unpaid }: Problem) {
  return (
    <Notice tone="failure" title={text('checkout.problem')}>
      <p className="mt-1">{message}</p>
      {hint && <p className="mt-1">{hint}</p>}
      {unpaid && (
        <Link
          to="/account/orders?status=Pending"
          className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
        >
          {text('checkout.unpaidOrders')}
        </Link>
      )}
    </Notice>
  );
}
