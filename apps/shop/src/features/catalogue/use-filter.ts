import { useAddressState } from '@giftlane/client/address-state.ts';
import { readFilter, writeFilter } from './filter.ts';

/** The filter of the address, and how to change parts of it. */
export const useFilter = () => useAddressState(readFilter, writeFilter);
