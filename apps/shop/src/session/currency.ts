/** The currency the visitor browses in (OPEN-25 and OPEN-26), kept in local storage (SESS-08). */

import { externalStore } from '@giftlane/client/storage/external-store.ts';
import {
  type Currency,
  defaultCurrency,
  supportedCurrency,
} from '@giftlane/contract/money/money.ts';
import { useSyncExternalStore } from 'react';
import { local, localKeys } from './storage.ts';

/** Every read resets an unsupported value to usd (CONST-05). */
function stored(): Currency {
  const kept = local.read(localKeys.currency);
  const currency = supportedCurrency(kept);
  if (kept !== null && kept !== currency) local.write(localKeys.currency, currency);
  return currency;
}

const chosen = externalStore<Currency>(stored());

/** The chosen currency and how to choose another. */
export function useCurrency(): [Currency, (currency: Currency) => void] {
  const currency = useSyncExternalStore(chosen.subscribe, chosen.read, () => defaultCurrency);
  return [currency, chooseCurrency];
}

/** Outside React: the currency loaders fetch in. */
export const chosenCurrency = (): Currency => chosen.read();

/** Keeps a choice for this and later visits. */
export function chooseCurrency(currency: Currency): void {
  const supported = supportedCurrency(currency);
  local.write(localKeys.currency, supported);
  chosen.write(supported);
}

/** A member who never chose browses in their own currency, where their wallet can pay. */
export function adoptCurrency(currency: Currency): void {
  if (local.read(localKeys.currency) === null) chooseCurrency(currency);
}
