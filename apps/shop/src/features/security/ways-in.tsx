import { type Answer, send, sendForData } from '@giftlane/client/api.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { Security } from '@giftlane/contract/members/security.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { Fingerprint, KeyRound, LifeBuoy, Link2, Smartphone } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { passwordPath, readSecurityAnew } from '../../rooms/identity/security.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import { Dated } from '../../rooms/pages/dated.tsx';
import { hasPasskeys } from '../../session/passkeys.ts';
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

type Act = () => Promise<void>;

interface DeedProps extends ComponentProps<typeof Button> {
  /** Asks for the confirmation where it is missing. */
  run: (act: Act) => Promise<void>;
  act: Act;
}

/** A button for what is done in a session that is proven. */
const Deed = ({ run, act, ...rest }: DeedProps) => (
  <Button size="small" {...rest} {...useAction(() => run(act))} />
);

/** Says what was answered; the page shows what it changed. */
async function told(answer: Promise<{ message: string }>): Promise<void> {
  toast.success((await answer).message);
  await readSecurityAnew();
}

/** Password, Google, passkeys, authenticator app, recovery codes. */
export function WaysIn({ security }: { security: Security }) {
  const { run, dialog } = useProof();
  const [opened, setOpened] = useState<Opened>();
  const { aPasskeys, oTotp, nRecoveryCodes } = security;
  const hasFactor = oTotp !== null || aPasskeys.length > 0;
  // While the account is frozen no factor is added.
  const mayWait = hasFactor || security.dLockedAt !== null;
  const addPasskey = async () => {
    const options = await sendForData('POST /security/passkeys/options', {});
    setOpened({ kind: 'passkey', options });
  };
  const addTotp = async () => {
    const begun = await sendForData('POST /security/totp', {});
    setOpened({ kind: 'totp', begun });
  };
  const dropTotp = () => told(send('POST /security/totp/remove', {}));
  const unlinkGoogle = () => told(send('POST /security/google/unlink', {}));
  const renew = async () => {
    const { aRecoveryCodes } = await sendForData('POST /security/recovery-codes', {});
    setOpened({ kind: 'codes', codes: aRecoveryCodes });
    await readSecurityAnew();
  };
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
            <Deed run={run} act={unlinkGoogle} look="danger">
              {text('security.google.unlink')}
            </Deed>
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
            <Deed
              run={run}
              act={() => told(send('POST /security/passkeys/remove', { body: { sId: _id } }))}
              look="danger"
              aria-label={text('security.passkey.removeOf', { name: sName })}
            >
              {text('security.remove')}
            </Deed>
          </Row>
        ))}
        <Row
          icon={<Fingerprint />}
          title={text('security.passkeys')}
          state={text(hasPasskeys() ? 'security.passkeys.text' : 'security.passkeys.none')}
        >
          {hasPasskeys() && (
            <Deed run={run} act={addPasskey} look={mayWait ? 'secondary' : 'primary'}>
              {text('security.passkey.add')}
            </Deed>
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
            <Deed run={run} act={dropTotp} look="danger">
              {text('security.totp.remove')}
            </Deed>
          ) : (
            <Deed run={run} act={addTotp} look={mayWait || hasPasskeys() ? 'secondary' : 'primary'}>
              {text('security.totp.add')}
            </Deed>
          )}
        </Row>
        {hasFactor && (
          <Row
            icon={<LifeBuoy />}
            title={text('security.recovery.title')}
            state={text('security.recovery.left', { count: nRecoveryCodes })}
          >
            <Deed run={run} act={renew}>
              {text('security.recovery.renew')}
            </Deed>
          </Row>
        )}
      </ul>
      {dialog}
      {opened && <OpenedDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}
