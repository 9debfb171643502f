import type { OrderKey } from '../../orders/orders.ts';
import type { CheckoutParts } from '../parts.ts';

interface Work {
  /** What the log says of an order that fails. */
  readonly what: string;
  readonly work: (key: OrderKey) => Promise<unknown>;
  /** So many are worked on at once. */
  readonly atOnce?: number;
}

/**
 * Works on orders, one after the other if nothing else is said; one that fails is told in the log and does
 * not keep the others waiting. Answers how many failed.
 */
export async function eachOrder(
  { log }: Pick<CheckoutParts, 'log'>,
  keys: readonly OrderKey[],
  { what, work, atOnce = 1 }: Work,
): Promise<number> {
  let failed = 0;
  const left = keys.values();
  const goThrough = async () => {
    for (const key of left)
      try {
        await work(key);
      } catch (error) {
        failed += 1;
        log.error({ err: error, orderId: key.id }, what);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, goThrough));
  return failed;
}
