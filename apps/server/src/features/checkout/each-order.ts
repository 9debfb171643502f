import type { OrderKey } from '../orders/orders.ts';
import type { CheckoutParts } from './parts.ts';

/**
 * Works on orders one after the other; one that fails is told in the log and does not keep the others
 * waiting. Answers how many failed.
 */
export async function eachOrder(
  { log }: Pick<CheckoutParts, 'log'>,
  keys: readonly OrderKey[],
  { what, work }: { what: string; work: (key: OrderKey) => Promise<unknown> },
): Promise<number> {
  let failed = 0;
  for (const key of keys)
    try {
      await work(key);
    } catch (error) {
      failed += 1;
      log.error({ err: error, orderId: key.id }, what);
    }
  return failed;
}
