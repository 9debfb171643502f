/** The typed send, and its checked form for the confirmation. */

import { type CoinName, mostUnits, readPaymentLink } from '@giftlane/contract/money/coins.ts';
import type { FeeLevel } from '@giftlane/contract/money/crypto.ts';
import { text } from '@giftlane/texts/text.ts';
import { unitsTyped } from '../../../rooms/coins/coins.ts';
import { askFees, type FeeQuote } from './fees.ts';
import type { Problems } from './send.ts';

export interface CoinSendDraft {
  address: string;
  amount: string;
  /** Sends the whole balance; the amount depends on the fee. */
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

/** The receiver as typed or pasted; of a payment link of this coin, its address and amount. */
export function receiverTyped(
  coin: CoinName,
  typed: string,
): Partial<CoinSendDraft> & { address: string } {
  const link = readPaymentLink(typed);
  if (link?.coin !== coin || link.unknown) return { address: typed };
  const { address, amount } = link;
  return { address, ...(unitsTyped(amount) && { amount, all: false }) };
}

/** A checked send: amount above 0 (COIN-06), valid address, known fee. */
export interface Choice {
  units: number;
  quote: FeeQuote;
}

/** True for more than eight decimals: less than the smallest unit. */
const isTooFine = (typed: string) => /[.,]\d{9,}$/.test(typed.trim());

function amountProblem(coin: CoinName, { all, amount }: CoinSendDraft): string | undefined {
  if (all) return undefined;
  if (isTooFine(amount)) return text('coins.send.tooFine');
  const units = unitsTyped(amount);
  if (units === undefined && amount.trim()) return text('rates.amount.wrong');
  if (units !== undefined && units > mostUnits) return text('pay.coinBalanceTooLow', { coin });
  return units ? undefined : text('coin.amount.none');
}

/** Problems found without the server. */
function problemsIn(coin: CoinName, draft: CoinSendDraft): Problems {
  const amount = amountProblem(coin, draft);
  return {
    ...(!draft.address.trim() && { address: text('coin.address.required') }),
    ...(amount && { amount }),
  };
}

/** Checks a send with the server; answers problems or the checked send. Throws refusals. */
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
