/** Loads PayPal's browser script; types of the part the shop uses (PAY-09). */

import { send } from '@giftlane/client/api.ts';
import { objectOf } from '@giftlane/client/storage/shapes.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';

/** Callbacks of the provider's buttons. */
export interface ButtonEvents {
  createOrder: () => Promise<string>;
  onApprove: (approval: { orderID: string }) => Promise<void>;
  onCancel: () => void;
  onError: (error: unknown) => void;
}

interface RenderedButtons {
  render: (place: HTMLElement) => Promise<void>;
  close: () => Promise<void>;
}

export interface Provider {
  Buttons: (options: ButtonEvents & { style?: { color: 'white' } }) => RenderedButtons;
}

const isProvider = objectOf<Provider>({
  Buttons: (value): value is Provider['Buttons'] => typeof value === 'function',
});

function addScript(address: string): Promise<Provider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The provider script did not load'));
    });
    script.addEventListener('load', () => {
      const provider: unknown = Reflect.get(globalThis, 'paypal');
      if (isProvider(provider)) resolve(provider);
      else reject(new Error('The provider script brought no buttons'));
    });
    document.head.append(script);
  });
}

const loading = new Map<string, Promise<Provider>>();

/** Loads the script once per currency; a failed load can be repeated. */
export async function loadProvider(currency: Currency): Promise<Provider> {
  const { data } = await send('GET /payment/config', { query: { currency } });
  const address = new URL(data.sScriptUrl, location.href);
  address.searchParams.set('client-id', data.sClientId);
  address.searchParams.set('currency', currency.toUpperCase());
  address.searchParams.set('intent', 'capture');
  address.searchParams.set('components', 'buttons');
  const known = loading.get(address.href);
  if (known) return known;
  const script = addScript(address.href);
  loading.set(address.href, script);
  script.catch(() => loading.delete(address.href));
  return script;
}
