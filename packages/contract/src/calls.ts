/** Every call of the API. The OpenAPI page, the fuzzer and the authorisation matrix read this list. */
import * as accounts from './accounts.ts';
import type { Call } from './call.ts';
import * as cart from './cart.ts';
import * as catalog from './catalog.ts';
import * as checkout from './checkout.ts';
import * as contact from './contact.ts';
import * as content from './content.ts';
import * as crashes from './crashes.ts';
import * as crypto from './crypto.ts';
import * as google from './google.ts';
import * as kyc from './kyc.ts';
import * as ledger from './ledger.ts';
import * as myData from './my-data.ts';
import * as newsletter from './newsletter.ts';
import * as orders from './orders.ts';
import * as people from './people.ts';
import * as points from './points.ts';
import * as profile from './profile.ts';
import * as push from './push.ts';
import * as rates from './rates.ts';
import * as security from './security.ts';
import * as selling from './selling.ts';
import * as sessions from './sessions.ts';
import * as statements from './statements.ts';
import * as uploads from './uploads.ts';
import * as wallet from './wallet.ts';

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
