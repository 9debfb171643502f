import { mostUnits } from '@giftlane/contract/money/coins.ts';
import type { FeeLevel } from '@giftlane/contract/money/crypto.ts';
import { usePaused } from '@giftlane/ui/browser/use-paused.ts';
import { useQuery } from '@tanstack/react-query';
import { type FeeQuestion, feesQuery } from './fees.ts';
import { problemsOf } from './send.ts';

interface Typed extends FeeQuestion {
  /** Sends the whole balance instead of `units`. */
  all: boolean;
  fee: FeeLevel;
}

/** The fees of the typed send, and the server's objection to its address. */
export function useFees({ coin, units, address, all, fee }: Typed) {
  const none = feesQuery({ coin, units: 0, address: '' });
  const whole = useQuery({ ...none, enabled: all });
  const most = whole.data?.find(({ eFee }) => eFee === fee)?.nMost ?? 0;
  const paused = usePaused(all ? most : Math.min(units, mostUnits));
  // Without the address: an invalid address must not hide the fees.
  const usual = useQuery(feesQuery({ coin, units: paused, address: '' }));
  // Nor may an amount below the network's minimum: it may be half typed, and the next step refuses it.
  const isTooLittle = problemsOf(usual.error)?.amount !== undefined;
  const bare = useQuery({ ...none, enabled: isTooLittle });
  const exact = useQuery({
    ...feesQuery({ coin, units: paused, address }),
    enabled: address !== '',
  });
  const shown = isTooLittle ? bare : usual;
  return {
    quotes: exact.data ?? shown.data,
    addressProblem: problemsOf(exact.error)?.address,
    failed: shown.isError && !shown.data,
    again: () => void shown.refetch(),
  };
}
