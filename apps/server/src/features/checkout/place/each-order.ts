import type { OrderKey } from '../../orders/orders.ts';
import type { CheckoutParts } from '../parts.ts';

interface Work {
  /** Log message for an order that fails. */
  readonly what: string;
  readonly work: (key: OrderKey) => Promise<unknown>;
  /** Orders worked on at once; 1 when absent. */
  readonly atOnce?: number;
}

/** Works on orders; a failed one is logged and does not stop the others. Returns how many failed. */
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
