import { send, sendForData } from '@giftlane/client/api.ts';
import { ApiError, isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { useState } from 'react';
import type { CoinsSent } from '../../rooms/checkout/checkout-store.ts';
import { isCoinGateway } from '../../rooms/checkout/coin-payment.ts';
import { readCoinsAnew } from '../../rooms/coins/coins.ts';
import { type InitiatedOrder, orderQuery } from '../../rooms/orders/orders.ts';
import type { useCheckout } from './use-checkout.ts';

/** Refusals shown by the form: the password, or a missing proof of identity. */
const isOfForm = (error: unknown) =>
  isRefusal(error, 'account.unproven', 'account.wrong_password') ||
  (error instanceof ApiError && error.fields.some(({ field }) => field === 'password'));

/**
 * Sends the coins of a quote. Without an idempotency key: the server makes one payment per order anyway, and a key
 * would repeat the answer of a failed transfer.
 */
const sendQuotedCoins = (
  { coin }: CoinWallet,
  { nCoinAmount = 0, sReceiveAddress = '' }: InitiatedOrder,
  password: string | undefined,
) =>
  sendForData('POST /crypto/sendcoin', {
    body: {
      coin,
      amount: nCoinAmount,
      receiveAddress: sReceiveAddress,
      purpose: 'payment',
      ...(password !== undefined && { password }),
    },
  });

/** Sends the coins of an order and confirms the payment (PAY-10 to PAY-12, API-43). */
export function useCoinPayment(checkoutSteps: ReturnType<typeof useCheckout>) {
  const { checkout, save, poll, succeed } = checkoutSteps;
  const { sOrderId, eGateway } = checkout.draft;
  const [paying, setPaying] = useState(false);
  const forgetOrder = () => queryClient.removeQueries({ queryKey: orderQuery(sOrderId).queryKey });

  const confirm = async (sent: CoinsSent, txid: string) => {
    if (!isCoinGateway(eGateway)) return;
    forgetOrder();
    const paid = { ...checkout, phase: 'paid' as const, sPaymentId: txid, sent };
    save(paid);
    try {
      const { status } = await send('POST /transaction/confirmCrypto', {
        body: {
          iId: sent.transferId,
          sOrderId,
          sPayerId: sent.walletId,
          sPaymentId: txid,
          eGateway,
        },
      });
      if (status === 202) poll(paid);
      else await succeed('');
    } catch {
      poll(paid); // The coins are sent: poll the order for the outcome.
    }
  };

  const showRefusal = async (error: unknown) => {
    if (isOfForm(error)) throw error;
    // After a server error the coins may have been sent.
    const unclear = error instanceof ApiError && error.status >= 500;
    if (unclear && (await checkoutSteps.foundPaid())) return;
    checkoutSteps.showRefusal(error);
  };

  return {
    paying,
    /** Enough coins came from an external wallet: polls the order. */
    pollReceived: () => {
      forgetOrder();
      poll({ ...checkout, phase: 'paid' });
    },
    /** After a reload between sending and confirming: confirms, or polls when the transfer is unknown. */
    resume: () => {
      if (checkout.sent) void confirm(checkout.sent, checkout.sPaymentId);
      else poll(checkout);
    },
    /** Pays from the coin wallet. Throws refusals of the form's fields; shows others on the page (ERR-10). */
    pay: async (wallet: CoinWallet, quote: InitiatedOrder, password?: string) => {
      checkoutSteps.clearMessages();
      setPaying(true);
      try {
        const { id, txid } = await sendQuotedCoins(wallet, quote, password);
        // The focused button is removed with its form.
        document.querySelector('main')?.focus({ preventScroll: true });
        await confirm({ transferId: id, walletId: wallet.walletId }, txid);
      } catch (error) {
        await showRefusal(error);
      } finally {
        setPaying(false);
        readCoinsAnew();
      }
    },
  };
}
