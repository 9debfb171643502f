import type { FeeLevel } from '@giftlane/contract/crypto.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { usePaused } from '../../lib/use-paused.ts';
import { type FeeQuestion, type FeeQuote, feesQuery } from './fees.ts';
import { problemsOf } from './send.ts';

/** The fees of what is typed, and what is wrong with the address it goes to. */
export function useFees({ coin, units, address }: FeeQuestion) {
  const paused = usePaused(units);
  // Without the address, too: one that is wrong must not take the fees away.
  const usual = useQuery(feesQuery({ coin, units: paused, address: '' }));
  const exact = useQuery({
    ...feesQuery({ coin, units: paused, address }),
    enabled: address !== '',
  });
  return {
    quotes: exact.data ?? usual.data,
    addressProblem: problemsOf(exact.error)?.address,
    failed: usual.isError && !usual.data,
    again: () => void usual.refetch(),
  };
}

interface Asked {
  coin: FeeQuestion['coin'];
  address: string;
  fee: FeeLevel;
  /** `all`: as much as there is. */
  units: number | 'all' | undefined;
}

/** The fee of a send as the server has it this moment; undefined when there is not enough for it. */
export async function askFees({ coin, address, fee, units }: Asked) {
  const quoteOf = async (amount: number): Promise<FeeQuote | undefined> => {
    const question = feesQuery({ coin, units: amount, address });
    const quotes = await queryClient.fetchQuery({ ...question, staleTime: 0 });
    return quotes.find(({ eFee }) => eFee === fee);
  };
  const wanted = units === 'all' ? (await quoteOf(0))?.nMost : units;
  if (!wanted) return undefined;
  const quote = await quoteOf(wanted);
  return quote && quote.nFee > 0 ? { units: wanted, quote } : undefined;
}
