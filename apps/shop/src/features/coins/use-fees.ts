import type { FeeLevel } from '@giftlane/contract/crypto.ts';
import { useQuery } from '@tanstack/react-query';
import { usePaused } from '../../lib/use-paused.ts';
import { type FeeQuestion, feesQuery } from './fees.ts';
import { problemsOf } from './send.ts';

interface Typed extends FeeQuestion {
  /** As much as there is, instead of `units`. */
  all: boolean;
  fee: FeeLevel;
}

/** The fees of what is typed, and what is wrong with the address it goes to. */
export function useFees({ coin, units, address, all, fee }: Typed) {
  const whole = useQuery({ ...feesQuery({ coin, units: 0, address: '' }), enabled: all });
  const most = whole.data?.find(({ eFee }) => eFee === fee)?.nMost ?? 0;
  const paused = usePaused(all ? most : units);
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
