import { Refusal } from '../../../platform/http/refusal.ts';
import { crashPoint } from '../../../platform/process/crash.ts';
import { keyOf, lockPayable, type PayableKey } from '../capture/payables.ts';
import { type CheckoutParts, countProviderCall, provider } from '../parts.ts';
import { findPayment, type Payment, setProviderOrder } from '../queries.ts';

/**
 * Creates the provider's order for a payment, or returns the one already created. `written`: the payment, if the caller
 * just stored it and counted the provider call. Refuses `order.not_payable`, `request.throttled`,
 * `payment.unavailable`.
 */
export async function providerOrderFor(
  parts: CheckoutParts,
  key: PayableKey,
  written?: Payment,
): Promise<string> {
  const payment = written ?? (await findPayment(parts.db, key));
  if (!payment) throw new Refusal('order.not_payable');
  if (payment.providerOrderId) return payment.providerOrderId;
  if (!written) await countProviderCall(parts.throttle, key.memberId);
  // After a used-up or voided provider order, the attempt number makes a new key.
  const again = payment.attempt > 0 ? `:${payment.attempt}` : '';
  const made = await parts.payments.createOrder({
    reference: key.id,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    key: `${keyOf(key)}:create${again}`,
    description: key.id,
  });
  crashPoint('checkout.provider_order_created');
  if (made.kind !== 'done') {
    parts.log.warn({ orderId: key.id, reason: made.reason }, 'the provider made no order');
    throw new Refusal('payment.unavailable');
  }
  const { providerOrderId } = made.value;
  return parts.db.tx(async (tx) => {
    const [payable, payment] = await lockPayable(tx, key);
    if (payment?.providerOrderId) return payment.providerOrderId;
    await tx.last(() =>
      Promise.all([
        setProviderOrder(tx, key, { provider, providerOrderId }),
        payable.setPaymentId(providerOrderId),
      ]),
    );
    return providerOrderId;
  });
}
