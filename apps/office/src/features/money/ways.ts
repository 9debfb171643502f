/** The decisions of each queue of money. */
import { send, sendForData } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import type { MoneyCase } from './case.tsx';
import type { Way } from './decide.tsx';

/** A refund that was refused is sent again. */
export function refundWays({ _id: id, eState }: MoneyCase): Way[] {
  if (eState !== 'refused') return [];
  const given = (typed: string) => (typed === '' ? {} : { sGivenBack: typed });
  return [
    {
      press: 's',
      label: text('office.refunds.send'),
      done: text('office.refunds.sent'),
      field: {
        label: text('office.refunds.given'),
        help: text('office.refunds.given.help'),
        initial: '',
        needed: false,
      },
      sums: {
        key: 'refund',
        load: (typed) =>
          sendForData('GET /office/refunds/{id}/sums', { params: { id }, query: given(typed) }),
      },
      send: (typed, keepalive) =>
        send('POST /office/refunds/{id}/send', { params: { id }, body: given(typed), keepalive }),
    },
  ];
}

/** Coins of an order are looked at again; other coins are only known. */
export function unmatchedWays(shown: MoneyCase): Way[] {
  const { _id: id, eState } = shown;
  if (eState !== 'owed') return refundWays(shown);
  return [
    {
      press: 'f',
      label: text('office.unmatched.follow'),
      done: text('office.unmatched.followed'),
      says: text('office.unmatched.follow.text'),
      send: (_, keepalive) =>
        send('POST /office/unmatched/{id}/follow', { params: { id }, body: {}, keepalive }),
    },
  ];
}

/** The provider has paid it after all, or the house bears it. */
export function disputeWays({ _id: id, oAmount }: MoneyCase): Way[] {
  const sOf = oAmount?.sAmount ?? '0.00';
  const params = { id };
  return [
    {
      press: 'r',
      label: text('office.disputes.release'),
      done: text('office.disputes.released'),
      field: {
        label: text('office.disputes.amount'),
        help: text('office.disputes.amount.help'),
        initial: sOf,
        needed: true,
      },
      sums: {
        key: 'release',
        load: (sAmount) =>
          sendForData('GET /office/disputes/{id}/sums', { params, query: { sOf, sAmount } }),
      },
      send: (sAmount, keepalive) =>
        send('POST /office/disputes/{id}/release', { params, body: { sOf, sAmount }, keepalive }),
    },
    {
      press: 'x',
      label: text('office.disputes.keep'),
      done: text('office.disputes.kept'),
      danger: true,
      sums: {
        key: 'keep',
        load: () => sendForData('GET /office/disputes/{id}/sums', { params, query: { sOf } }),
      },
      send: (_, keepalive) =>
        send('POST /office/disputes/{id}/keep', { params, body: { sOf }, keepalive }),
    },
  ];
}

/** A transfer is let go by one person or two, or given back. */
export function transferWays({ _id: id, eState }: MoneyCase): Way[] {
  if (eState === 'pending') return [];
  const params = { id };
  const sums = (eDecision: 'approve' | 'reject') => ({
    key: eDecision,
    load: () => sendForData('GET /office/transfers/{id}/sums', { params, query: { eDecision } }),
  });
  return [
    {
      press: 'a',
      label: text('office.transfers.approve'),
      done:
        eState === 'needsTwo'
          ? text('office.transfers.firstApproved')
          : text('office.transfers.goes'),
      sums: sums('approve'),
      send: (_, keepalive) =>
        send('POST /office/transfers/{id}/approve', { params, body: {}, keepalive }),
    },
    {
      press: 'd',
      label: text('office.transfers.reject'),
      done: text('office.transfers.isRejected'),
      danger: true,
      field: {
        label: text('office.money.reason'),
        help: text('office.transfers.reason.help'),
        initial: '',
        needed: true,
      },
      sums: sums('reject'),
      send: (sReason, keepalive) =>
        send('POST /office/transfers/{id}/reject', { params, body: { sReason }, keepalive }),
    },
  ];
}

/** A job that failed runs again, alone or with all of its task. */
export function jobWays({ _id: id, eState, sAbout: task }: MoneyCase): Way[] {
  if (eState !== 'failed') return [];
  const retry = (bWholeTask: boolean, keepalive: boolean) =>
    send('POST /office/jobs/{id}/retry', { params: { id }, body: { bWholeTask }, keepalive });
  return [
    {
      press: 'r',
      label: text('office.jobs.retry'),
      done: text('office.jobs.retried'),
      says: text('office.jobs.retry.text'),
      send: (_, keepalive) => retry(false, keepalive),
    },
    {
      press: 't',
      label: text('office.jobs.retryAll', { task }),
      done: text('office.jobs.retried'),
      says: text('office.jobs.retry.text'),
      send: (_, keepalive) => retry(true, keepalive),
    },
  ];
}
