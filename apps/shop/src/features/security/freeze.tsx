import { useAction } from '@giftlane/client/use-action.ts';
import type { Security } from '@giftlane/contract/members/security.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { hasSecondFactor } from '../../rooms/identity/security.ts';
import { lockAccount } from './lock.ts';

const UnlockDialog = lazyPart(() => import('./unlock-dialog.tsx'));

/** Freezes the account after a question, and ends the freeze by two factors or after a day. */
export function Freeze({ security }: { security: Security }) {
  const [dialog, setDialog] = useState<'freeze' | 'unlock'>();
  const [wasOpen] = useState(!security.dLockedAt);
  const close = () => setDialog(undefined);
  const lock = useAction(() => lockAccount().finally(close));
  const { dLockedAt, dUnlocksAt } = security;
  const hasFactor = hasSecondFactor(security);
  const freeze = (
    <Button
      // The end may have been requested by an intruder.
      look={dUnlocksAt ? 'primary' : 'secondary'}
      className="max-sm:grow"
      // The account is frozen already: no question first.
      {...(dUnlocksAt ? lock : { onClick: () => setDialog('freeze') })}
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
        {dialog === 'freeze' && (
          <Dialog
            title={text('security.freeze.ask')}
            intro={text(hasFactor ? 'security.freeze.askTwo' : 'security.freeze.askOne')}
            onClose={close}
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
      // Takes the focus of the button that froze the account.
      focused={wasOpen}
      standing={!wasOpen}
      title={
        dUnlocksAt
          ? text('security.frozen.until', { when: formatMoment(dUnlocksAt) })
          : text('security.frozen.title', { when: formatMoment(dLockedAt) })
      }
    >
      <p className="mt-1">{text(dUnlocksAt ? 'security.frozen.ends' : 'security.frozen.text')}</p>
      <div className="mt-3 flex flex-wrap gap-3 max-sm:*:grow">
        {dUnlocksAt && freeze}
        {/* Without a second factor the end takes a day, which has begun. */}
        {(!dUnlocksAt || hasFactor) && (
          <Button onClick={() => setDialog('unlock')}>
            {text(dUnlocksAt ? 'security.frozen.endNow' : 'security.frozen.end')}
          </Button>
        )}
      </div>
      {dialog === 'unlock' && <UnlockDialog security={security} onClose={close} />}
    </Notice>
  );
}
