import { useAddressState } from '@giftlane/client/address-state.ts';
import { readCatalogueFilter, writeCatalogueFilter } from './filter.ts';

/** The filter in the address, and how to change it. */
export const useFilter = () => useAddressState(readCatalogueFilter, writeCatalogueFilter);
