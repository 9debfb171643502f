import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, toWire } from '@giftlane/contract/money.ts';
import * as calls from '@giftlane/contract/wallet.ts';
import { minutes } from '../../platform/durations.ts';
import type { Context, Http } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findMember } from '../accounts/accounts.ts';
import { listMovements } from './movements.ts';
import { authorize } from './permits.ts';
import { lookUp, type RedeemParts, redeem } from './redeem.ts';

/** The `Token` header; one that is missing is as good as a wrong one. */
function tokenOf({ request }: Context): string {
  const { token } = request.headers;
  return typeof token === 'string' ? token : '';
}

/** Permits a member may ask for before a wait. */
const permitTries = 100;

/** Serves the wallet: permits, gift cards, movements. */
export function walletRoutes(http: Http, parts: RedeemParts): void {
  const { db, throttle } = parts;

  http.route(calls.authorize, async ({ body }, { caller }) => {
    await throttle.hit(`permits ${caller.memberId}`, permitTries, minutes(5));
    const { token, secretToken, expiresAt } = await authorize(db, { ...caller, ...body });
    return { data: { token, secretToken, dExpiresAt: expiresAt.toISOString() } };
  });

  http.route(calls.lookUpVoucher, async ({ params }, context) => {
    const { caller } = context;
    const token = tokenOf(context);
    const voucher = await lookUp(parts, caller, { token, code: params.code });
    if (voucher)
      return {
        data: {
          nValue: toWire(voucher.valueMinor),
          eCurrency: voucher.currency,
          bRedeemed: voucher.redeemed,
        },
      };
    const member = await findMember(db, caller.memberId);
    if (!member) throw new Refusal('session.required');
    return { data: { nValue: 0, eCurrency: member.currency, bRedeemed: false } };
  });

  http.route(calls.redeem, async ({ body }, context) => {
    const { amountMinor, currency } = await redeem(parts, context.caller, {
      code: body.sCode,
      pin: body.sPin,
      tokens: { token: tokenOf(context), secretToken: body.secretToken },
    });
    const amount = formatMoney(amountMinor, currency);
    return { data: null, message: text('notice.redeemed', { amount }) };
  });

  http.route(calls.listWalletTransactions, async ({ query }, { caller }) => {
    const { movements, total } = await listMovements(db, caller.memberId, query);
    return { data: movements, extras: { totalCount: total } };
  });
}
