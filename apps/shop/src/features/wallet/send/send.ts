/** The calls that send money with a pair of tokens (OPEN-69). */

import { send } from '@giftlane/client/api.ts';
import { ApiError } from '@giftlane/client/api-error.ts';
import { toWire } from '@giftlane/contract/money/money.ts';

/** A single-use pair; reused after a lost answer, so that money is sent once. */
export interface TokenPair {
  token: string;
  secretToken: string;
}

export interface MoneySend {
  receiverId: string;
  amountMinor: bigint;
  note: string;
}

export async function newPair(): Promise<TokenPair> {
  const { data } = await send('POST /wallet/authorize', { body: { purpose: 'send' } });
  return { token: data.token, secretToken: data.secretToken };
}

/** True when the error proves that nothing was sent; after a try without an answer only `wallet.…` refusals do. */
export const isSettled = (error: unknown, triedBefore: boolean): boolean =>
  error instanceof ApiError &&
  (triedBefore ? error.code.startsWith('wallet.') : error.status < 500);

/** Sends in a proven session; answers the server's message. */
export async function sendMoney(pair: TokenPair, sending: MoneySend): Promise<string> {
  const { message } = await send('POST /wallet/send', {
    headers: { Token: pair.token },
    body: {
      nTotalAmount: toWire(sending.amountMinor),
      address: sending.receiverId,
      secretToken: pair.secretToken,
      sNote: sending.note,
    },
  });
  return message;
}
