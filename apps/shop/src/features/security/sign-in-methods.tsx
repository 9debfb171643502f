import { type Answer, send, sendForData } from '@giftlane/client/api.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { Security } from '@giftlane/contract/members/security.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Dated } from '@giftlane/ui/layout/dated.tsx';
import { lazyPart } from '@giftlane/ui/overlay/lazy-part.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { Fingerprint, KeyRound, LifeBuoy, Link2, Smartphone } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { hasSecondFactor, passwordPath, refetchSecurity } from '../../rooms/identity/security.ts';
import { useProof } from '../../rooms/identity/use-proof.tsx';
import { hasPasskeys } from '../../session/passkeys.ts';
import { RecoveryDialog } from './recovery-codes.tsx';
import { RowIcon } from './row-icon.tsx';

const TotpDialog = lazyPart(() => import('./totp-dialog.tsx'));
const PasskeyDialog = lazyPart(() => import('./passkey-dialog.tsx'));

interface RowProps {
  icon: ReactNode;
  title: string;
  state?: string | undefined;
  children?: ReactNode;
}

/** A way to sign in or to prove a session: its name, its state and a button. */
function Row({ icon, title, state, children }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-4 first:border-t-0">
      <RowIcon>{icon}</RowIcon>
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5">
        <p className={cx('font-medium break-words', !state && 'row-span-2')}>{title}</p>
        {/* On a phone it spans the row below title and button. */}
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

interface ActButtonProps extends ComponentProps<typeof Button> {
  /** Asks for a proof of the session where it is missing. */
  run: (act: Act) => Promise<void>;
  act: Act;
}

/** A small button for an act that needs a proven session. */
const ActButton = ({ run, act, ...rest }: ActButtonProps) => (
  <Button size="small" {...rest} {...useAction(() => run(act))} />
);

/** Shows the message of an answer and fetches what it changed. */
async function change(answer: Promise<{ message: string }>): Promise<void> {
  toast.success((await answer).message);
  await refetchSecurity();
}

interface MethodRowProps extends Pick<ActButtonProps, 'run'> {
  security: Security;
  onOpen: (opened: Opened) => void;
}

/** While the account is frozen no factor can be added. */
const needsFactor = (security: Security) =>
  !hasSecondFactor(security) && security.dLockedAt === null;

const removePasskey = (sId: string) =>
  change(send('POST /security/passkeys/remove', { body: { sId } }));

function PasskeyRows({ security, run, onOpen }: MethodRowProps) {
  const add = async () => {
    const options = await sendForData('POST /security/passkeys/options', {});
    onOpen({ kind: 'passkey', options });
  };
  return (
    <>
      {security.aPasskeys.map(({ _id, sName, dCreatedAt, dLastUsedAt }) => (
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
          <ActButton
            run={run}
            act={() => removePasskey(_id)}
            look="danger"
            aria-label={text('security.passkey.removeOf', { name: sName })}
          >
            {text('security.remove')}
          </ActButton>
        </Row>
      ))}
      <Row
        icon={<Fingerprint />}
        title={text('security.passkeys')}
        state={text(hasPasskeys() ? 'security.passkeys.text' : 'security.passkeys.none')}
      >
        {hasPasskeys() && (
          <ActButton run={run} act={add} look={needsFactor(security) ? 'primary' : 'secondary'}>
            {text('security.passkey.add')}
          </ActButton>
        )}
      </Row>
    </>
  );
}

const removeTotp = () => change(send('POST /security/totp/remove', {}));

function TotpRow({ security, run, onOpen }: MethodRowProps) {
  const { oTotp } = security;
  const add = async () =>
    onOpen({ kind: 'totp', begun: await sendForData('POST /security/totp', {}) });
  if (oTotp)
    return (
      <Row
        icon={<Smartphone />}
        title={text('security.totp')}
        state={text('security.totp.since', { date: formatDate(oTotp.dCreatedAt) })}
      >
        <ActButton run={run} act={removeTotp} look="danger">
          {text('security.totp.remove')}
        </ActButton>
      </Row>
    );
  const isPrimary = needsFactor(security) && !hasPasskeys();
  return (
    <Row icon={<Smartphone />} title={text('security.totp')} state={text('security.totp.text')}>
      <ActButton run={run} act={add} look={isPrimary ? 'primary' : 'secondary'}>
        {text('security.totp.add')}
      </ActButton>
    </Row>
  );
}

function RecoveryCodesRow({ security, run, onOpen }: MethodRowProps) {
  const renew = async () => {
    const { aRecoveryCodes } = await sendForData('POST /security/recovery-codes', {});
    onOpen({ kind: 'codes', codes: aRecoveryCodes });
    await refetchSecurity();
  };
  return (
    <Row
      icon={<LifeBuoy />}
      title={text('security.recovery.title')}
      state={text('security.recovery.left', { count: security.nRecoveryCodes })}
    >
      <ActButton run={run} act={renew}>
        {text('security.recovery.renew')}
      </ActButton>
    </Row>
  );
}

const unlinkGoogle = () => change(send('POST /security/google/unlink', {}));

/** Password, Google, passkeys, authenticator app, recovery codes. */
export function SignInMethods({ security }: { security: Security }) {
  const { run, dialog } = useProof();
  const [opened, setOpened] = useState<Opened>();
  const hasFactor = hasSecondFactor(security);
  const row = { security, run, onOpen: setOpened };
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
            <ActButton run={run} act={unlinkGoogle} look="danger">
              {text('security.google.unlink')}
            </ActButton>
          </Row>
        )}
        <PasskeyRows {...row} />
        <TotpRow {...row} />
        {hasFactor && <RecoveryCodesRow {...row} />}
      </ul>
      {dialog}
      {opened && <OpenedDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}
