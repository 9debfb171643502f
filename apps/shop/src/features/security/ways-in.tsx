import { text } from '@giftlane/contract/messages.ts';
import type { Security } from '@giftlane/contract/security.ts';
import { Fingerprint, KeyRound, LifeBuoy, Link2, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Answer, send } from '../../lib/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formatDate } from '../../lib/dates.ts';
import { hasPasskeys } from '../../lib/passkeys.ts';
import { Dated } from '../../parts/dated.tsx';
import { passwordPath, readSecurityAnew } from '../../parts/security.ts';
import { useProof } from '../../parts/use-proof.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/later.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { RecoveryDialog } from './recovery-codes.tsx';
import { RowIcon } from './row-icon.tsx';

const TotpDialog = lazyPart(() => import('./totp-dialog.tsx'));
const PasskeyDialog = lazyPart(() => import('./passkey-dialog.tsx'));

interface RowProps {
  icon: ReactNode;
  title: string;
  /** None where it is as it usually is. */
  state?: string | undefined;
  children?: ReactNode;
}

/** One way in: what it is, how it stands, what can be done about it. */
function Row({ icon, title, state, children }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-4 first:border-t-0">
      <RowIcon>{icon}</RowIcon>
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5">
        <p className={cx('font-medium break-words', !state && 'row-span-2')}>{title}</p>
        {/* On a phone it stands beside the title alone, and what is said below has the row's whole width. */}
        {state && (
          <p className="text-13 text-soft max-sm:col-span-2 sm:col-start-1">
            <Dated words={state} />
          </p>
        )}
        <div className="col-start-2 row-start-1 empty:hidden sm:row-end-3">{children}</div>
      </div>
    </li>
  );
}

type Opened =
  | { kind: 'totp'; begun: Answer<'POST /security/totp'>['data'] }
  | { kind: 'passkey'; options: Answer<'POST /security/passkeys/options'>['data'] }
  | { kind: 'codes'; codes: readonly string[] };

function OpenedDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.kind === 'totp') return <TotpDialog begun={opened.begun} onClose={onClose} />;
  if (opened.kind === 'passkey')
    return <PasskeyDialog options={opened.options} onClose={onClose} />;
  return <RecoveryDialog codes={opened.codes} onClose={onClose} />;
}

/** What is done in a session that is proven; the confirmation is asked for where it is missing. */
function useDeeds() {
  const proof = useProof();
  const [opened, setOpened] = useState<Opened>();
  const [busy, setBusy] = useState('');
  const deed = (name: string, act: () => Promise<void>) => async () => {
    setBusy(name);
    try {
      await proof.run(act);
    } catch (error) {
      toast.failure(messageOf(error));
    }
    setBusy('');
  };
  const dialogs = (
    <>
      {proof.dialog}
      {opened && <OpenedDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
  return { busy, deed, setOpened, dialogs };
}

/** Password, Google, passkeys, authenticator app, recovery codes. */
export function WaysIn({ security }: { security: Security }) {
  const { busy, deed, setOpened, dialogs } = useDeeds();
  const { aPasskeys, oTotp, nRecoveryCodes } = security;
  const hasFactor = oTotp !== null || aPasskeys.length > 0;
  // While the account is frozen no factor is added.
  const mayWait = hasFactor || security.dLockedAt !== null;
  const addPasskey = deed('passkey', async () => {
    const answer = await send('POST /security/passkeys/options', {});
    setOpened({ kind: 'passkey', options: answer.data });
  });
  const dropPasskey = (sId: string) =>
    deed(sId, async () => {
      const body = { sId };
      toast.success((await send('POST /security/passkeys/remove', { body })).message);
      await readSecurityAnew();
    });
  const addTotp = deed('totp', async () => {
    const { data } = await send('POST /security/totp', {});
    setOpened({ kind: 'totp', begun: data });
  });
  const dropTotp = deed('totp', async () => {
    toast.success((await send('POST /security/totp/remove', {})).message);
    await readSecurityAnew();
  });
  const unlinkGoogle = deed('google', async () => {
    toast.success((await send('POST /security/google/unlink', {})).message);
    await readSecurityAnew();
  });
  const renew = deed('codes', async () => {
    const { data } = await send('POST /security/recovery-codes', {});
    setOpened({ kind: 'codes', codes: data.aRecoveryCodes });
    await readSecurityAnew();
  });
  return (
    <section aria-labelledby="security-ways">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="security-ways" className="text-21">
          {text('security.ways.title')}
        </h2>
        <Badge tone={hasFactor ? 'success' : 'waiting'}>
          {text(hasFactor ? 'security.ways.two' : 'security.ways.one')}
        </Badge>
      </div>
      <p className="mt-1 mb-2 text-soft">
        {text(hasFactor ? 'security.ways.twoText' : 'security.ways.oneText')}
      </p>
      <ul className="rounded-panel border border-line bg-surface px-5">
        <Row
          icon={<KeyRound />}
          title={text('auth.password')}
          state={security.bPassword ? undefined : text('security.password.none')}
        >
          <ButtonLink to={passwordPath(security)} size="small">
            {text(security.bPassword ? 'security.password.change' : 'security.password.setOne')}
          </ButtonLink>
        </Row>
        {security.bGoogle && (
          <Row
            icon={<Link2 />}
            title={text('security.google')}
            state={text('security.google.linked')}
          >
            <Button
              size="small"
              look="danger"
              busy={busy === 'google'}
              onClick={() => void unlinkGoogle()}
            >
              {text('security.google.unlink')}
            </Button>
          </Row>
        )}
        {aPasskeys.map(({ _id, sName, dCreatedAt, dLastUsedAt }) => (
          <Row
            key={_id}
            icon={<Fingerprint />}
            title={sName}
            state={
              dLastUsedAt
                ? text('security.passkey.used', { date: formatDate(dLastUsedAt) })
                : text('security.passkey.added', { date: formatDate(dCreatedAt) })
            }
          >
            <Button
              size="small"
              look="danger"
              busy={busy === _id}
              aria-label={text('security.passkey.removeOf', { name: sName })}
              onClick={() => void dropPasskey(_id)()}
            >
              {text('security.remove')}
            </Button>
          </Row>
        ))}
        <Row
          icon={<Fingerprint />}
          title={text('security.passkeys')}
          state={text(hasPasskeys() ? 'security.passkeys.text' : 'security.passkeys.none')}
        >
          {hasPasskeys() && (
            <Button
              size="small"
              look={mayWait ? 'secondary' : 'primary'}
              busy={busy === 'passkey'}
              onClick={() => void addPasskey()}
            >
              {text('security.passkey.add')}
            </Button>
          )}
        </Row>
        <Row
          icon={<Smartphone />}
          title={text('security.totp')}
          state={
            oTotp
              ? text('security.totp.since', { date: formatDate(oTotp.dCreatedAt) })
              : text('security.totp.text')
          }
        >
          {oTotp ? (
            <Button
              size="small"
              look="danger"
              busy={busy === 'totp'}
              onClick={() => void dropTotp()}
            >
              {text('security.totp.remove')}
            </Button>
          ) : (
            <Button
              size="small"
              look={mayWait || hasPasskeys() ? 'secondary' : 'primary'}
              busy={busy === 'totp'}
              onClick={() => void addTotp()}
            >
              {text('security.totp.add')}
            </Button>
          )}
        </Row>
        {hasFactor && (
          <Row
            icon={<LifeBuoy />}
            title={text('security.recovery.title')}
            state={text('security.recovery.left', { count: nRecoveryCodes })}
          >
            <Button size="small" busy={busy === 'codes'} onClick={() => void renew()}>
              {text('security.recovery.renew')}
            </Button>
          </Row>
        )}
      </ul>
      {dialogs}
    </section>
  );
}
