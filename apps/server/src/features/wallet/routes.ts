import { text } from '@giftlane/contract/messages.ts';
import { formatMoney, fromWire, toWire } from '@giftlane/contract/money.ts';
import * as calls from '@giftlane/contract/wallet.ts';
import { minutes } from '../../platform/durations.ts';
import type { Context, Http, MemberContext } from '../../platform/http.ts';
import { badField } from '../../platform/refusal.ts';
import { needMember } from '../accounts/accounts.ts';
import { needTopUp } from '../checkout/checkout.ts';
import { addedInADay, topUpTerms } from '../topups/topups.ts';
import { type AddParts, add, authorizeAdd, saidOf, topUpToWire } from './add.ts';
import { walletHistory } from './history.ts';
import { listMovements } from './movements.ts';
import { authorize } from './permits.ts';
import { lookUp, type RedeemParts, redeem } from './redeem.ts';
import { makeSending, type SendParts } from './send.ts';
import { sendTerms } from './send-rules.ts';
import { sendStatement } from './send-statement.ts';
import { sentInADay } from './transfer-queries.ts';

/** The `Token` header; one that is missing is as good as a wrong one. */
function tokenOf({ request }: Context): string {
  const { token } = request.headers;
  return typeof token === 'string' ? token : '';
}

/** Permits a member may ask for before a wait. Those for adding money are counted as questions to the provider. */
const permitTries = 100;

/** Statements a member may ask for before a wait: a PDF takes a quarter of a second of the one thread that serves all. */
const statementTries = 20;

/** Serves the wallet: permits, gift cards, money added by card and sent, movements. */
export function walletRoutes(http: Http, parts: RedeemParts & AddParts & SendParts): void {
  const { db, throttle, options } = parts;
  const send = makeSending(parts);

  http.route(calls.authorize, async ({ body }, { caller }) => {
    if (body.purpose !== 'add') {
      await throttle.hit(`permits ${caller.memberId}`, permitTries, minutes(5));
      const bond = { ...caller, purpose: body.purpose };
      const { token, secretToken, expiresAt } = await authorize(db, bond);
      return { data: { token, secretToken, dExpiresAt: expiresAt.toISOString() } };
    }
    if (body.nTotalAmount === undefined)
      throw badField('nTotalAmount', text('wallet.addMoney.invalid'));
    const begun = await authorizeAdd(parts, caller, {
      amountMinor: fromWire(body.nTotalAmount),
      currency: body.eCurrency,
    });
    return {
      data: {
        token: begun.token,
        secretToken: begun.secretToken,
        dExpiresAt: begun.expiresAt.toISOString(),
        sTopUpId: begun.topUpId,
        sPaymentId: begun.paymentId,
      },
    };
  });

  http.route(calls.addMoney, async ({ body }, context) => {
    const { caller } = context;
    if (body.sPayerId !== caller.memberId) throw badField('sPayerId', text('error.payerIsMember'));
    const tokens = { token: tokenOf(context), secretToken: body.secretToken };
    const topUp = await add(parts, caller, { ...saidOf(body), tokens });
    const open = topUp.state === 'pending';
    const amount = formatMoney(topUp.amountMinor, topUp.currency);
    return {
      data: topUpToWire(topUp),
      status: open ? 202 : 200,
      message: open ? text('notice.topUpPending') : text('notice.moneyAdded', { amount }),
    };
  });

  http.route(calls.sendMoney, async ({ body }, context) => {
    const { caller } = context;
    const sent = await send(caller, {
      tokens: { token: tokenOf(context), secretToken: body.secretToken },
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

  http.route(calls.showTopUp, async ({ params }, { caller }) => ({
    data: topUpToWire(await needTopUp(parts, { memberId: caller.memberId, id: params.id })),
  }));

  http.route(calls.showWalletTerms, async (_, { caller }) => {
    const member = await needMember(db, caller.memberId);
    const [added, sent] = await Promise.all([
      addedInADay(db, member.id),
      sentInADay(db, [member.id]),
    ]);
    const adding = await topUpTerms(options, member, added);
    const sending = await sendTerms(options, member, sent.get(member.id) ?? 0n);
    return {
      data: {
        eCurrency: member.currency,
        oAdd: {
          nLeast: toWire(adding.leastMinor),
          nPerDay: toWire(adding.limitMinor),
          nPerDayVerified: toWire(adding.verifiedMinor),
          nLeft: toWire(adding.leftMinor),
        },
        ...(sending && {
          oSend: { nPerDay: toWire(sending.limitMinor), nLeft: toWire(sending.leftMinor) },
        }),
      },
    };
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
    const member = await needMember(db, caller.memberId);
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
    const { page, limit, eKind: group, dFrom, dTo } = query;
    const { movements, total } = await listMovements(db, caller.memberId, {
      page,
      limit,
      group,
      from: dFrom === undefined ? undefined : new Date(dFrom),
      to: dTo === undefined ? undefined : new Date(dTo),
    });
    return { data: movements, extras: { totalCount: total } };
  });

  http.route(calls.showWalletHistory, async (_, { caller }) => ({
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
  http.route(calls.walletStatementCsv, statement('csv'));
  http.route(calls.walletStatementPdf, statement('pdf'));
}
