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
import { closingObstacles } from './closing-obstacles.ts';
import { askCopy, type CopyParts, endFetched, fetchCopy, linkCopy } from './copies.ts';
import { newestCopy, type StoredCopy } from './copy-queries.ts';

export type MyDataParts = CopyParts &
  Parameters<typeof requireProof>[0] & { readonly sessions: Sessions; readonly log: Log };

/** A copy in wire format; a downloaded or expired one is shown as none. */
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
  /** Requires a fresh proof of the owner, because a session may be stolen. */
  const requireOwner = async (caller: Caller, password: string | undefined) => {
    // First, so that no proof is asked for in vain.
    await needActing(db, caller.memberId);
    await requireProof(parts, caller, password);
  };

  http.route(calls.showMyData, async (_, { caller: { memberId } }) => ({
    data: {
      oCopy: copyToWire(await newestCopy(db, memberId)),
      aInTheWay: await closingObstacles(db, memberId),
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
    // A freeze is one of the obstacles, which `closeAccount` reports together.
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
 * A slow download holds some megabytes of memory: 12 at once, one per member. When all slots are taken, a
 * download that has run for 30 seconds is cut off for a waiting member; it can be repeated with a new address.
 */
const giving = new Gate({
  atOnce: 12,
  ofKey: 1,
  askedOfKey: 1,
  holdMs: seconds(30),
  retryAfterSeconds: 30,
});

/** Serves the one-time address of a copy without a session. A HEAD request does not use it up. */
function copyRoute(http: Http, parts: MyDataParts): void {
  http.app.get<{ Params: { token: string } }>(
    '/copies/:token',
    { exposeHeadRoute: false },
    async ({ params, ip }, reply) => {
      const { copy, stream } = await http.inTurn(ip, () => fetchCopy(parts, params.token));
      const giveUp = () => void reply.raw.destroy();
      const give = async () => {
        // The client disconnected while it waited for a slot.
        if (reply.raw.destroyed) return;
        // Handed to the network completely; after an interrupted download the member requests another address.
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
        // Resolves when the response has ended, completely or not.
        await reply.send(stream);
      };
      await giving.run(copy.memberId, give, { giveUp });
      return reply;
    },
  );
}
