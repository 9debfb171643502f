import { undoEmail as undoEmailCall } from '@giftlane/contract/members/accounts.ts';
import * as calls from '@giftlane/contract/members/my-data.ts';
import { text } from '@giftlane/texts/text.ts';
import type { Caller, Http } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { Gate } from '../../platform/limits/gate.ts';
import { seconds } from '../../platform/process/durations.ts';
import type { Log } from '../../platform/process/log.ts';
import {
  needActing,
  needMember,
  requireProof,
  type Sessions,
  undoEmail,
} from '../accounts/accounts.ts';
import { closeAccount, reopenAccount } from './close.ts';
import { askCopy, type CopyParts, endFetched, fetchCopy, linkCopy } from './copies.ts';
import { newestCopy, type StoredCopy } from './copy-queries.ts';
import { inTheWay } from './in-the-way.ts';

export type MyDataParts = CopyParts &
  Parameters<typeof requireProof>[0] & { readonly sessions: Sessions; readonly log: Log };

/** A copy as the wire shows it: one that was fetched, or that nobody fetched, is none. */
function copyToWire(copy: StoredCopy | undefined): calls.Copy {
  if (!copy || copy.state === 'gone') return { eState: 'none' };
  const asked = { dAsked: copy.askedAt.toISOString() };
  if (copy.state === 'asked') return { eState: 'making', ...asked };
  if (copy.state === 'failed' || !copy.endsAt) return { eState: 'failed', ...asked };
  return {
    eState: 'ready',
    ...asked,
    dUntil: copy.endsAt.toISOString(),
    nBytes: copy.bytes,
  };
}

/** Serves a member's copy of their data, and closing their account. */
export function myDataRoutes(http: Http, parts: MyDataParts): void {
  const { db, options, sessions } = parts;
  /** Nothing of it leaves for who has only found a session. */
  const requireOwner = async (caller: Caller, password: string | undefined) => {
    // First, so that nobody proves anything in vain.
    await needActing(db, caller.memberId);
    await requireProof(parts, caller, password);
  };

  http.route(calls.showMyData, async (_, { caller: { memberId } }) => ({
    data: {
      oCopy: copyToWire(await newestCopy(db, memberId)),
      aInTheWay: await inTheWay(db, memberId),
      nGraceDays: await options.whole('close_grace_days'),
      nIdentityYears: await options.whole('identity_kept_years'),
    },
  }));

  http.route(calls.askCopy, async ({ body }, { caller }) => {
    await requireOwner(caller, body.sPassword);
    const { memberId } = caller;
    await askCopy(parts, memberId);
    const data = copyToWire(await newestCopy(db, memberId));
    return { data, message: text('notice.copyAsked') };
  });

  http.route(calls.linkCopy, async ({ body }, { caller, reply }) => {
    await requireOwner(caller, body.sPassword);
    reply.header('cache-control', 'no-store');
    return { data: { sUrl: `/copies/${await linkCopy(db, caller)}` } };
  });

  http.route(calls.closeAccount, async ({ body }, { caller }) => {
    const { memberId } = caller;
    // The house's freeze is among what stands in the way, all of which is told together.
    if ((await needMember(db, memberId)).locked) throw new Refusal('account.locked');
    await requireProof(parts, caller, body.sPassword);
    const eraseAt = await closeAccount(parts, { memberId, actor: memberId });
    sessions.forget(memberId);
    return { data: { dErased: eraseAt.toISOString() }, message: text('notice.accountClosed') };
  });

  http.route(calls.reopenAccount, async ({ params }) => {
    await reopenAccount(db, params.token);
    return { data: null, message: text('notice.accountReopened') };
  });

  http.route(undoEmailCall, async ({ params }) => {
    sessions.forget(await reopenAccount(db, params.token, undoEmail));
    return { data: null, message: text('notice.emailUndone') };
  });

  copyRoute(http, parts);
}

/**
 * Whoever reads a copy slowly holds some megabytes of it: so many are given at once, and one of a member. When all
 * places are taken, a place that was had for a while goes to somebody who waits, as with statements; a copy that
 * was cut off is fetched by another address.
 */
const giving = new Gate({
  atOnce: 12,
  ofKey: 1,
  askedOfKey: 1,
  holdMs: seconds(30),
  retryAfterSeconds: 30,
});

/** The address of a copy: who has it needs no token, and it works once. A HEAD request does not use it up. */
function copyRoute(http: Http, parts: MyDataParts): void {
  http.app.get<{ Params: { token: string } }>(
    '/copies/:token',
    { exposeHeadRoute: false },
    async ({ params, ip }, reply) => {
      const { copy, stream } = await http.inTurn(ip, () => fetchCopy(parts, params.token));
      const giveUp = () => void reply.raw.destroy();
      const give = async () => {
        // Gone while they waited.
        if (reply.raw.destroyed) return;
        // Whole in the hands of the network: one that broke off before can be fetched by another address.
        reply.raw.once('finish', () => {
          endFetched(parts, copy).catch((error: unknown) =>
            parts.log.warn({ err: error }, 'a copy that was fetched is deleted by the next sweep'),
          );
        });
        reply.headers({
          'content-type': 'application/zip',
          'content-length': copy.bytes,
          'content-disposition': 'attachment; filename="my-data.zip"',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        });
        // Awaiting the reply awaits its end, whichever that is.
        await reply.send(stream);
      };
      await giving.run(copy.memberId, give, { giveUp });
      return reply;
    },
  );
}
