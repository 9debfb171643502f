import { useAddressState } from '@giftlane/client/address-state.ts';
import { readFilter, writeFilter } from './filter.ts';

/** The filter in the address, and how to change it. */
export const useFilter = () => useAddressState(readFilter, writeFilter);
