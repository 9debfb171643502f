import { formatMoney, fromWire, toWire } from '@giftlane/contract/money/money.ts';
import * as statements from '@giftlane/contract/money/statements.ts';
import * as calls from '@giftlane/contract/money/wallet.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Context, Http, MemberContext } from '../../platform/http/http.ts';
import { badField } from '../../platform/http/refusal.ts';
import { minutes } from '../../platform/process/durations.ts';
import { needMember } from '../accounts/accounts.ts';
import { needTopUp } from '../checkout/checkout.ts';
import { type AddParts, add, authorizeAdd, saidOf, topUpToWire } from './add.ts';
import { walletHistory } from './history.ts';
import { listMovements } from './movements.ts';
import { lookUp, type RedeemParts, redeem } from './redeem/redeem.ts';
import { authorize, type Tokens } from './send/permits.ts';
import { makeSending, type SendParts } from './send/send.ts';
import { sendStatement } from './statement/send-statement.ts';
import { walletTerms } from './terms.ts';

/** The `Token` header; empty, and so refused like a wrong one, when missing. */
function tokenOf({ request }: Context): string {
  const { token } = request.headers;
  return typeof token === 'string' ? token : '';
}

const tokensOf = (context: Context, { secretToken }: { secretToken: string }): Tokens => ({
  token: tokenOf(context),
  secretToken,
});

/** Permits per member in five minutes. An `add` permit counts as a provider call instead. */
const permitTries = 100;

/** Statements per member in five minutes: a PDF takes a quarter of a second of the event loop. */
const statementTries = 20;

type WalletParts = RedeemParts & AddParts & SendParts;

/** Routes of the wallet: permits, top-ups, transfers, gift cards, movements. */
export function walletRoutes(http: Http, parts: WalletParts): void {
  permitRoutes(http, parts);
  moneyRoutes(http, parts);
  voucherRoutes(http, parts);
  movementRoutes(http, parts);
}

function permitRoutes(http: Http, parts: WalletParts): void {
  const toWire = ({ token, secretToken, expiresAt }: Awaited<ReturnType<typeof authorize>>) => ({
    token,
    secretToken,
    dExpiresAt: expiresAt.toISOString(),
  });
  http.route(calls.authorize, async ({ body }, { caller }) => {
    const { purpose, nTotalAmount, eCurrency: currency } = body;
    if (purpose !== 'add') {
      await parts.throttle.hit(`permits ${caller.memberId}`, permitTries, minutes(5));
      return { data: toWire(await authorize(parts.db, { ...caller, purpose })) };
    }
    if (nTotalAmount === undefined) throw badField('nTotalAmount', text('wallet.addMoney.invalid'));
    const wish = { amountMinor: fromWire(nTotalAmount), currency };
    const begun = await authorizeAdd(parts, caller, wish);
    return { data: { ...toWire(begun), sTopUpId: begun.topUpId, sPaymentId: begun.paymentId } };
  });
}

/** Top-ups and transfers. */
function moneyRoutes(http: Http, parts: WalletParts): void {
  const { db } = parts;
  const send = makeSending(parts);

  http.route(calls.addMoney, async ({ body }, context) => {
    const { caller } = context;
    if (body.sPayerId !== caller.memberId) throw badField('sPayerId', text('error.payerIsMember'));
    const wish = { ...saidOf(body), tokens: tokensOf(context, body) };
    const topUp = await add(parts, caller, wish);
    const open = topUp.state === 'pending';
    const amount = formatMoney(topUp.amountMinor, topUp.currency);
    return {
      data: topUpToWire(topUp),
      status: open ? 202 : 200,
      message: open ? text('notice.topUpPending') : text('notice.moneyAdded', { amount }),
    };
  });

  http.route(calls.showTopUp, async ({ params }, { caller }) => ({
    data: topUpToWire(await needTopUp(parts, { memberId: caller.memberId, id: params.id })),
  }));

  http.route(calls.sendMoney, async ({ body }, context) => {
    const sent = await send(context.caller, {
      tokens: tokensOf(context, body),
      password: body.sPassword,
      receiverId: body.address,
      amountMinor: fromWire(body.nTotalAmount),
      note: body.sNote ?? '',
    });
    return {
      data: {
        _id: sent.id,
        sReceiverId: sent.receiverId,
        sFullName: sent.receiverName,
        nTotalAmount: toWire(sent.amountMinor),
        eCurrency: sent.currency,
        sNote: sent.note,
      },
      message: text('notice.transferred'),
    };
  });

  http.route(calls.showWalletTerms, async (_, { caller }) => ({
    data: await walletTerms(parts, await needMember(db, caller.memberId)),
  }));
}

/** Gift cards redeemed into the wallet. */
function voucherRoutes(http: Http, parts: WalletParts): void {
  http.route(calls.lookUpVoucher, async ({ params }, context) => {
    const { caller } = context;
    const voucher = await lookUp(parts, caller, { token: tokenOf(context), code: params.code });
    const { valueMinor, currency, redeemed } = voucher ?? {
      valueMinor: 0n,
      currency: (await needMember(parts.db, caller.memberId)).currency,
      redeemed: false,
    };
    return { data: { nValue: toWire(valueMinor), eCurrency: currency, bRedeemed: redeemed } };
  });

  http.route(calls.redeem, async ({ body }, context) => {
    const { amountMinor, currency } = await redeem(parts, context.caller, {
      code: body.sCode,
      pin: body.sPin,
      tokens: tokensOf(context, body),
    });
    const amount = formatMoney(amountMinor, currency);
    return { data: null, message: text('notice.redeemed', { amount }) };
  });
}

function movementRoutes(http: Http, { db, throttle, options }: WalletParts): void {
  http.route(calls.listWalletTransactions, async ({ query }, { caller }) => {
    const { page, limit, eKind: group, dFrom, dTo } = query;
    const [from, to] = [dFrom, dTo].map((day) => (day === undefined ? undefined : new Date(day)));
    const wish = { page, limit, group, from, to };
    const { movements, total } = await listMovements(db, caller.memberId, wish);
    return { data: movements, extras: { totalCount: total } };
  });

  http.route(statements.showWalletHistory, async (_, { caller }) => ({
    data: await walletHistory(db, await needMember(db, caller.memberId)),
  }));

  const statement =
    (form: 'csv' | 'pdf') =>
    async (
      { query }: { query: { dFrom: string; dTo: string; sZone: string } },
      { caller: { memberId }, reply }: MemberContext,
    ) => {
      await throttle.hit(`statements ${memberId}`, statementTries, minutes(5));
      const company = await options.company();
      const days = { from: query.dFrom, to: query.dTo, zone: query.sZone };
      return sendStatement(db, reply, { ...days, company, memberId, form });
    };
  http.route(statements.walletStatementCsv, statement('csv'));
  http.route(statements.walletStatementPdf, statement('pdf'));
}
