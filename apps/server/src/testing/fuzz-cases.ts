/** Regression cases by operation: requests that once got a bad reply. Every fuzz begins with them. */
import { personalData } from '../features/kyc/applicants.testing.ts';
import type { Plan } from './fuzz-requests.ts';
import { nested, Ref } from './fuzz-values.ts';

const plan = (part: Partial<Plan>): Plan => ({
  params: {},
  query: {},
  body: undefined,
  changes: [],
  ...part,
});

const event = (id: string) => plan({ body: { id, event_type: 'X', resource: {} } });

/** An order whose client id looks like a server id. */
const ordered = (eGateway: string, nWalletAmount: number) => ({
  sOrderId: new Ref('order', 0),
  eCurrency: 'usd',
  eGateway,
  aCartData: [{ iGiftCardId: new Ref('priced', 1), nQuantity: 1 }],
  nWalletAmount,
  aExtraCharges: [{ name: 'Charges', amount: -0.11 }],
  nTotalAmount: 7.66,
});
const initiated = plan({ body: ordered('PayPal', 0) });
const paid = plan({ body: { ...ordered('Wallet', 7.66), sPayerId: new Ref('self', 0) } });

export const kept: Readonly<Record<string, readonly Plan[]>> = {
  'catalog.showCategory': ['%', '%ff', 'a'.repeat(301)].map((param) =>
    plan({ changes: [{ param }] }),
  ),
  'checkout.paypalWebhook': [event('\0'), event('\ud800'), event(' ')],
  'kyc.update': [
    plan({
      body: {
        ...personalData,
        docFront: 'a\0b',
        docBack: new Ref('kycPicture', 0),
        docAddress: new Ref('kycPicture', 0),
        docSelffie: new Ref('kycPicture', 0),
      },
    }),
  ],
  // Too deep for `JSON.stringify`.
  'uploads.signKycDoc': [
    plan({ body: { sFileName: 'a.png', sContentType: nested(30_000) } }),
    plan({ body: { sFileName: nested(30_000), sContentType: 'image/png' } }),
  ],
  // The second request repeats the first one's order.
  'checkout.initiate': [initiated, initiated],
  'checkout.pay': [paid, paid],
  // Random queries are seldom valid.
  'orders.list': [plan({})],
  'wallet.listTransactions': [plan({})],
};
