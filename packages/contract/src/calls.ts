/** Every call of the API. The OpenAPI page, the fuzzer and the authorisation matrix read this list. */

import type { Call } from './call.ts';
import * as accounts from './members/accounts.ts';
import * as contact from './members/contact.ts';
import * as crashes from './members/crashes.ts';
import * as google from './members/google.ts';
import * as kyc from './members/kyc.ts';
import * as myData from './members/my-data.ts';
import * as newsletter from './members/newsletter.ts';
import * as people from './members/people.ts';
import * as profile from './members/profile.ts';
import * as push from './members/push.ts';
import * as security from './members/security.ts';
import * as sessions from './members/sessions.ts';
import * as uploads from './members/uploads.ts';
import * as crypto from './money/crypto.ts';
import * as ledger from './money/ledger.ts';
import * as statements from './money/statements.ts';
import * as wallet from './money/wallet.ts';
import * as cart from './shop/cart.ts';
import * as catalog from './shop/catalog.ts';
import * as checkout from './shop/checkout.ts';
import * as claims from './shop/claims.ts';
import * as content from './shop/content.ts';
import * as orders from './shop/orders.ts';
import * as points from './shop/points.ts';
import * as rates from './shop/rates.ts';
import * as selling from './shop/selling.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'policy' in value && 'path' in value;

export const calls: readonly Call[] = [
  accounts,
  profile,
  people,
  google,
  security,
  sessions,
  catalog,
  cart,
  checkout,
  orders,
  selling,
  claims,
  wallet,
  statements,
  crypto,
  ledger,
  points,
  content,
  contact,
  crashes,
  newsletter,
  kyc,
  push,
  rates,
  uploads,
  myData,
].flatMap((module) => Object.values(module).filter(isCall));
