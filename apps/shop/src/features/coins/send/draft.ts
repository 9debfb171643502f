/** A send while it is typed, and what it becomes once it may be confirmed. */

import { type CoinName, mostUnits, readPaymentLink } from '@giftlane/contract/money/coins.ts';
import type { FeeLevel } from '@giftlane/contract/money/crypto.ts';
import { text } from '@giftlane/texts/text.ts';
import { unitsTyped } from '../../../rooms/coins/coins.ts';
import { askFees, type FeeQuote } from './fees.ts';
import type { Problems } from './send.ts';

export interface CoinSendDraft {
  address: string;
  amount: string;
  /** Everything there is goes: the amount follows the fee. */
  all: boolean;
  fee: FeeLevel;
  comment: string;
}

export const emptyDraft: CoinSendDraft = {
  address: '',
  amount: '',
  all: false,
  fee: 'normal',
  comment: '',
};

/** What was typed or pasted as the receiver; a payment link of this coin is taken apart. */
export function receiverTyped(
  coin: CoinName,
  typed: string,
): Partial<CoinSendDraft> & { address: string } {
  const link = readPaymentLink(typed);
  if (link?.coin !== coin || link.unknown) return { address: typed };
  const { address, amount } = link;
  return { address, ...(unitsTyped(amount) && { amount, all: false }) };
}

/** A send that can be confirmed: its amount is above 0 (COIN-06), its address is one, its fee is known. */
export interface Choice {
  units: number;
  quote: FeeQuote;
}

/** A fraction of the smallest unit: no network carries it. */
const isTooFine = (typed: string) => /[.,]\d{9,}$/.test(typed.trim());

function amountProblem(coin: CoinName, { all, amount }: CoinSendDraft): string | undefined {
  if (all) return undefined;
  if (isTooFine(amount)) return text('coins.send.tooFine');
  const units = unitsTyped(amount);
  if (units === undefined && amount.trim()) return text('rates.amount.wrong');
  if (units !== undefined && units > mostUnits) return text('pay.coinBalanceTooLow', { coin });
  return units ? undefined : text('coin.amount.none');
}

/** What is missing or makes no sense, before anybody is asked. */
function problemsIn(coin: CoinName, draft: CoinSendDraft): Problems {
  const amount = amountProblem(coin, draft);
  return {
    ...(!draft.address.trim() && { address: text('coin.address.required') }),
    ...(amount && { amount }),
  };
}

/** Has the server look at a send: what is wrong with it, or how it can be confirmed. Throws what is refused. */
export async function checkDraft(coin: CoinName, draft: CoinSendDraft): Promise<Choice | Problems> {
  const problems = problemsIn(coin, draft);
  if (Object.keys(problems).length > 0) return problems;
  const { all, amount, address, fee } = draft;
  const quoteOf = async (units: number) => {
    const quotes = await askFees({ coin, units, address: address.trim() });
    return quotes.find(({ eFee }) => eFee === fee);
  };
  const units = (all ? (await quoteOf(0))?.nMost : unitsTyped(amount)) ?? 0;
  const quote = units > 0 ? await quoteOf(units) : undefined;
  if (quote && quote.nFee > 0) return { units, quote };
  return { amount: text('pay.coinBalanceTooLow', { coin }) };
}
