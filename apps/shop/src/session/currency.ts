/** The currency of shown prices (OPEN-25, OPEN-26), in local storage (SESS-08). */
import { externalStore } from '@giftlane/client/storage/external-store.ts';
import {
  type Currency,
  defaultCurrency,
  supportedCurrency,
} from '@giftlane/contract/money/money.ts';
import { useSyncExternalStore } from 'react';
import { local, localKeys } from './storage.ts';

/** Reads the stored currency; an unsupported value is replaced by usd (CONST-05). */
function readStored(): Currency {
  const kept = local.read(localKeys.currency);
  const currency = supportedCurrency(kept);
  if (kept !== null && kept !== currency) local.write(localKeys.currency, currency);
  return currency;
}

const chosen = externalStore<Currency>(readStored());

/** The chosen currency and how to choose another. */
export function useCurrency(): [Currency, (currency: Currency) => void] {
  const currency = useSyncExternalStore(chosen.subscribe, chosen.read, () => defaultCurrency);
  return [currency, chooseCurrency];
}

/** The chosen currency, for loaders. */
export const chosenCurrency = (): Currency => chosen.read();

/** Chooses and stores a currency. */
export function chooseCurrency(currency: Currency): void {
  const supported = supportedCurrency(currency);
  local.write(localKeys.currency, supported);
  chosen.write(supported);
}

/** Chooses the member's own currency, in which the wallet can pay, unless one was chosen before. */
export function adoptCurrency(currency: Currency): void {
  if (local.read(localKeys.currency) === null) chooseCurrency(currency);
}
