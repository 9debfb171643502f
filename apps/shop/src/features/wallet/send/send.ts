/** The call that sends money, with a pair of tokens of its own (OPEN-69). */

import { send } from '@giftlane/client/api.ts';
import { ApiError } from '@giftlane/client/api-error.ts';
import { toWire } from '@giftlane/contract/money/money.ts';

/** A pair that may be spent; one whose answer was lost is kept, so that money is sent once. */
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

/**
 * Whether a refusal says that nothing went out. Of a send that was tried before without an answer the wallet alone
 * says so: it answers what was sent before it refuses.
 */
export const isSettled = (error: unknown, triedBefore: boolean): boolean =>
  error instanceof ApiError &&
  (triedBefore ? error.code.startsWith('wallet.') : error.status < 500);

/** Sends, in a session that is proven; answers the server's words. */
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
