import { LoadFailed } from '@giftlane/client/load-failed.tsx';
import { text } from '@giftlane/texts/text.ts';
import { Switch } from '@giftlane/ui/controls/switch.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { optionsQuery } from '../../session/options.ts';
import type { PushState } from './browser-push.ts';
import { usePush } from './use-push.ts';

/** Why there is nothing to switch. */
function InTheWay({ state }: { state: PushState }) {
  switch (state) {
    case 'denied':
      return (
        <Notice tone="attention" title={text('settings.push.denied')}>
          <p>{text('settings.push.denied.hint')}</p>
        </Notice>
      );
    case 'unsupported':
      return (
        <Notice standing tone="waiting" title={text('settings.push.unsupported')}>
          <p>{text('settings.push.unsupported.hint')}</p>
        </Notice>
      );
    case 'absent':
      return (
        <Notice standing tone="waiting" title={text('settings.push.absent')}>
          <p>{text('settings.push.absent.hint')}</p>
        </Notice>
      );
    default:
      return null;
  }
}

/** What notifications there are. */
function About() {
  return (
    <div className="max-w-prose space-y-1 text-soft *:text-balance">
      <p>{text('settings.push.hint')}</p>
      <p className="text-13">{text('settings.push.here')}</p>
    </div>
  );
}

function Checking() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-4">
      <p className="sr-only">{text('settings.push.checking')}</p>
      <Skeleton className="h-11" />
      <About />
    </div>
  );
}

/** The toggle, once it is known whether the shop sends notifications at all. */
function OfShop() {
  const { data: options, error, refetch } = useQuery(optionsQuery);
  if (options) return <Toggle publicKey={options.get('push_public_key') || undefined} />;
  if (error) return <LoadFailed error={error} onRetry={refetch} inside />;
  return <Checking />;
}

/** Where the toggle stands, or where it is on its way to. */
function hintOf({ state, wanted }: ReturnType<typeof usePush>): string {
  if (wanted === undefined) return text(state === 'on' ? 'settings.push.on' : 'settings.push.off');
  return text(wanted ? 'settings.push.turningOn' : 'settings.push.turningOff');
}

function Toggle({ publicKey }: { publicKey: string | undefined }) {
  const push = usePush(publicKey);
  if (push.failed) return <LoadFailed error={push.failed} onRetry={push.retry} inside />;
  if (!push.state) return <Checking />;
  const { state } = push;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Switch
        label={text('settings.push')}
        hint={hintOf(push)}
        checked={state === 'on'}
        busy={push.wanted !== undefined}
        disabled={state !== 'on' && state !== 'off'}
        onChange={push.change}
      />
      {push.problem ? <Notice tone="failure" title={push.problem} /> : <InTheWay state={state} />}
      <p role="status" className="text-soft empty:hidden">
        {push.problem ? '' : push.said}
      </p>
      {state !== 'absent' && state !== 'unsupported' && <About />}
    </div>
  );
}

/** The one setting there is (PROF-20): notifications of this browser. */
export function PushSetting() {
  return (
    <div className="rounded-panel border border-line bg-surface p-5 md:p-6">
      <OfShop />
    </div>
  );
}
