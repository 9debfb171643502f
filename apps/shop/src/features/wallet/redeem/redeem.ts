/** The calls that redeem a voucher. */

import { send } from '@giftlane/client/api.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';

/** A card that can be redeemed, and the pair of tokens that redeems it (OPEN-69). */
export interface FoundCard {
  code: string;
  nValue: number;
  eCurrency: Currency;
  token: string;
  secretToken: string;
}

interface LookedUp {
  nValue: number;
  eCurrency: Currency;
  bRedeemed: boolean;
}

/** Why a looked-up card can not be redeemed; undefined when it can (OPEN-70: in this order). */
export function obstacleOf(card: LookedUp, currency: Currency): string | undefined {
  if (card.nValue <= 0) return text('wallet.redeem.notFound');
  if (card.bRedeemed) return text('wallet.redeem.already');
  if (card.eCurrency !== currency) return text('wallet.redeem.currency');
  return undefined;
}

/** Looks a code up with a fresh pair of tokens. */
export async function lookUp(code: string): Promise<FoundCard & LookedUp> {
  const { data: pair } = await send('POST /wallet/authorize', { body: { purpose: 'redeem' } });
  const { data: card } = await send('GET /wallet/redeem/{code}', {
    params: { code },
    headers: { Token: pair.token },
  });
  return { ...card, code, token: pair.token, secretToken: pair.secretToken };
}

/** Credits the card to the wallet; answers the server's message. */
export async function redeemCard(card: FoundCard, sPin: string): Promise<string> {
  const { message } = await send('POST /wallet/redeem', {
    body: { sCode: card.code, sPin, secretToken: card.secretToken },
    headers: { Token: card.token },
  });
  return message;
}
