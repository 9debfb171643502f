import { text } from '@giftlane/contract/messages.ts';
import type { lockAccount, Security, unlockAccount } from '@giftlane/contract/security.ts';
import { Snowflake } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { send } from '../../lib/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formatDate, formatTime } from '../../lib/dates.ts';
import { queryClient } from '../../lib/query-client.ts';
import { securityQuery } from '../../parts/security.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-queue.ts';

const UnlockDialog = lazy(() => import('./unlock-dialog.tsx'));

/** Takes the state that an answer carries, and says its words. */
export function took({ data, message }: { data: Security; message: string }): void {
  queryClient.setQueryData(securityQuery.queryKey, data);
  toast.success(message);
}

const when = (iso: string) => `${formatDate(iso)}, ${formatTime(iso)}`;

/** One press, and nothing leaves the account any more; undone only with two factors or after a day. */
export function Freeze({ security }: { security: Security }) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const lock = async () => {
    setBusy(true);
    try {
      took(await send<typeof lockAccount>('POST /security/lock', {}));
    } catch (error) {
      toast.failure(messageOf(error));
    }
    setBusy(false);
  };
  const { dLockedAt, dUnlocksAt } = security;
  const hasFactor = security.oTotp !== null || security.aPasskeys.length > 0;
  const freeze = (
    <Button
      // Whoever asked for the end may have been somebody else.
      look={dUnlocksAt ? 'primary' : 'secondary'}
      className="max-sm:grow"
      busy={busy}
      onClick={() => void lock()}
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
      </section>
    );
  return (
    <Notice
      tone="waiting"
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
          <Button onClick={() => setAsking(true)}>
            {text(dUnlocksAt ? 'security.frozen.endNow' : 'security.frozen.end')}
          </Button>
        )}
      </div>
      {asking && (
        <Suspense fallback={null}>
          <UnlockDialog
            security={security}
            unlock={async (sPassword) => {
              const body = sPassword === undefined ? {} : { sPassword };
              took(await send<typeof unlockAccount>('POST /security/unlock', { body }));
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </Notice>
  );
}
