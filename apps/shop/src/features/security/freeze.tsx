import { sendForData } from '@giftlane/client/api.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { Security } from '@giftlane/contract/members/security.ts';
import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { securityQuery } from '../../rooms/identity/security.ts';
import { memberQuery } from '../../session/member.ts';

const UnlockDialog = lazyPart(() => import('./unlock-dialog.tsx'));

/** Takes the state that an answer carries; the page shows it. */
function took(data: Security): void {
  queryClient.setQueryData(securityQuery.queryKey, data);
  queryClient.setQueryData(
    memberQuery.queryKey,
    (member) => member && { ...member, bLocked: data.dLockedAt !== null },
  );
}

const when = (iso: string) => `${formatDate(iso)}, ${formatTime(iso)}`;

/** Freezes what leaves the account, after a question; undone only with two factors or after a day. */
export function Freeze({ security }: { security: Security }) {
  const [asking, setAsking] = useState<'freeze' | 'unlock'>();
  const [wasOpen] = useState(!security.dLockedAt);
  const lock = useAction(() =>
    sendForData('POST /security/lock', {})
      .then(took)
      .finally(() => setAsking(undefined)),
  );
  const { dLockedAt, dUnlocksAt } = security;
  const hasFactor = security.oTotp !== null || security.aPasskeys.length > 0;
  const freeze = (
    <Button
      // Whoever asked for the end may have been somebody else.
      look={dUnlocksAt ? 'primary' : 'secondary'}
      className="max-sm:grow"
      // Frozen already, it only stays so.
      {...(dUnlocksAt ? lock : { onClick: () => setAsking('freeze') })}
    >
      <Snowflake aria-hidden="true" className="size-4" />
      {text(dUnlocksAt ? 'security.freeze.stay' : 'security.freeze.action')}
    </Button>
  );
  if (!dLockedAt)
    return (
      <section
        aria-labelledby="security-freeze"
        className="flex flex-wrap items-center justify-between gap-4 rounded-panel border border-line bg-surface p-5"
      >
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="security-freeze" className="text-17 font-semibold">
            {text('security.freeze.title')}
          </h2>
          <p className="mt-1 text-soft">{text('security.freeze.text')}</p>
        </div>
        {freeze}
        {asking && (
          <Dialog
            title={text('security.freeze.ask')}
            intro={text(hasFactor ? 'security.freeze.askTwo' : 'security.freeze.askOne')}
            onClose={() => setAsking(undefined)}
          >
            <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
              <DialogClose>{text('security.freeze.leave')}</DialogClose>
              <Button look="danger" {...lock}>
                {text('security.freeze.action')}
              </Button>
            </div>
          </Dialog>
        )}
      </section>
    );
  return (
    <Notice
      tone="waiting"
      // Frozen here and now: the button that did it is gone.
      focused={wasOpen}
      standing={!wasOpen}
      title={
        dUnlocksAt
          ? text('security.frozen.until', { when: when(dUnlocksAt) })
          : text('security.frozen.title', { when: when(dLockedAt) })
      }
    >
      <p className="mt-1">{text(dUnlocksAt ? 'security.frozen.ends' : 'security.frozen.text')}</p>
      <div className="mt-3 flex flex-wrap gap-3 max-sm:*:grow">
        {dUnlocksAt && freeze}
        {/* Where it takes a day anyway, that day has begun. */}
        {(!dUnlocksAt || hasFactor) && (
          <Button onClick={() => setAsking('unlock')}>
            {text(dUnlocksAt ? 'security.frozen.endNow' : 'security.frozen.end')}
          </Button>
        )}
      </div>
      {asking && (
        <UnlockDialog
          security={security}
          unlock={async (sPassword) => {
            const body = sPassword === undefined ? {} : { sPassword };
            took(await sendForData('POST /security/unlock', { body }));
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Notice>
  );
}
