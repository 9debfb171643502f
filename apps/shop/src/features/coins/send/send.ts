/** The call that sends coins, and its refusals by field. */

import { send } from '@giftlane/client/api.ts';
import { ApiError } from '@giftlane/client/api-error.ts';
import type { CoinName } from '@giftlane/contract/money/coins.ts';
import type { FeeLevel } from '@giftlane/contract/money/crypto.ts';

export interface CoinSend {
  coin: CoinName;
  address: string;
  /** Smallest units. */
  units: number;
  fee: FeeLevel;
  comment: string;
  /** Idempotency key: the same for every try, so that coins are sent once. */
  requestId: string;
}

/** Sends in a proven session; answers the server's message. */
export async function sendCoins(sending: CoinSend): Promise<string> {
  const { coin, address, units, fee, comment, requestId } = sending;
  const { message } = await send('POST /crypto/sendcoin', {
    body: {
      coin,
      receiveAddress: address,
      amount: units,
      eFee: fee,
      comment,
      purpose: 'sendCoin',
      sRequestId: requestId,
    },
  });
  return message;
}

/** Messages by field. */
export type Problems = Readonly<Partial<Record<'address' | 'amount', string | undefined>>>;

const fieldOf: Readonly<Record<string, keyof Problems>> = {
  // Fields of the call.
  receiveAddress: 'address',
  amount: 'amount',
  // Refusals.
  'coins.bad_address': 'address',
  'coins.link_asks_more': 'address',
  'coins.other_network': 'address',
  'coins.private_address': 'address',
  'coins.own_address': 'address',
  'coins.dust': 'amount',
  'coins.short': 'amount',
  'coins.limit': 'amount',
  'coins.held': 'amount',
  'coins.other_content': 'amount',
};

/** The error's messages by field; undefined when it concerns none. */
export function problemsOf(error: unknown): Problems | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const named = error.fields.flatMap(({ field, message }) => {
    const at = fieldOf[field];
    return at ? [[at, message] as const] : [];
  });
  if (named.length > 0) return Object.fromEntries(named);
  const at = fieldOf[error.code];
  return at && { [at]: error.message };
}
